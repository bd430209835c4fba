"""What people see: the pages, the figures with their definitions, and the viewer of a deal."""
