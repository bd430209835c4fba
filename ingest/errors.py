"""What stops a command; what is wrong with a record is a reject or a violation instead, never an exception."""


class WrongUse(Exception):
    """Something was asked for that does not exist; the message says what does."""


class NoStore(WrongUse):
    """There is no store yet where one is to be read."""


class StoreHeld(Exception):
    """Another process writes the store now; the message says which."""


class NothingReadable(Exception):
    """Not one deal could be read from all that was given; the message says why, and the report if there is one."""

    def __init__(self, message: str, report: object = None) -> None:
        super().__init__(message)
        self.report = report


class Refused(Exception):
    """A strict load ended with its first reject, which the message tells."""


class StoreFull(Exception):
    """The store cannot be written: no room, or no leave; the message says what to do."""
