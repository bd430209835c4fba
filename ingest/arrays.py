"""Arrow columns as the numpy arrays that compiled rules take."""

from typing import Any

import numpy as np
import pyarrow as pa


def whole(column: pa.ChunkedArray | pa.Array) -> Any:
    """A column in one piece."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def numbers(column: pa.ChunkedArray | pa.Array) -> Any:
    """Numbers, none of them null, or truth values, as numpy has them; never to be written to.

    Arrow's own way leaves that open, and rules are compiled anew for arrays that are.
    """
    array = whole(column)
    places = slice(array.offset, array.offset + len(array))
    kept = array.buffers()[1]
    if pa.types.is_boolean(array.type):
        found = np.unpackbits(np.frombuffer(kept, np.uint8), bitorder="little")[places].view(np.bool_)
    else:
        found = np.frombuffer(kept, array.type.to_pandas_dtype())[places]
    return unwritten(found)


def unwritten(array: Any) -> Any:
    """An array that is not to be written to from here on."""
    array.flags.writeable = False
    return array


def ends(array: Any) -> tuple[Any, Any]:
    """Which rows of a column of lists have one, and where each begins and ends."""
    return numbers(array.is_valid()), numbers(array.offsets)
