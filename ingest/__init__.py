"""The records: formats in and out, the store, loading, and audits over what was loaded."""
