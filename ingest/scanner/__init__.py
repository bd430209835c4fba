"""Lines of canonical JSON scanned by compiled functions: exactly what we write ourselves is taken apart, and no more.

It is no reader of JSON: whatever differs by one byte from how `ingest.canonical` writes a record is left to the
careful reader.
"""
