"""`python -m rebelote` is the command `rebelote`."""

from rebelote.cli import main

if __name__ == "__main__":
    main()
