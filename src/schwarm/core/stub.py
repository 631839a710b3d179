"""What `_native.pyi` tells of the core, for the portable one: `help` says the same of either."""

import ast
from pathlib import Path

STUB = Path(__file__).with_name("_native.pyi")


def tell(kind: type) -> None:
    """Give the methods of a class the words that the stub has for them."""
    if not STUB.exists():
        # A bot's zip may do without: nobody asks for help there.
        return
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    (told,) = (item for item in tree.body if isinstance(item, ast.ClassDef) and item.name == kind.__name__)
    kind.__doc__ = ast.get_docstring(told)
    for member in told.body:
        if isinstance(member, ast.FunctionDef):
            method = vars(kind)[member.name]
            method.__doc__ = "\n\n".join(filter(None, (method.__doc__, ast.get_docstring(member))))
