"""Which changes ("mutants") can be made in the source, and a drawn sample of them.

The operators are mutmut's, plus a few for what its own leave out: a statement, an entry of a table, a returned value.
"""

import ast
import difflib
import random
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_keywords, operator_swap_op

ROOMS = ("games", "protocol", "referee", "arena", "store", "league", "player")
SENTENCES = {"say", "Sentence"}
"""Their first argument is what people read; `tests/words` compares it with the catalogue."""
TYPING = {"cast", "TypeVar", "NewType", "ParamSpec"}
TYPE_NAME = re.compile(r"[A-Z]+[a-z]\w*")
SPACES = (
    cst.BaseParenthesizableWhitespace, cst.TrailingWhitespace, cst.EmptyLine, cst.Comma, cst.LeftParen, cst.RightParen,
)  # fmt: skip
UNCHANGED = {"__all__", "__slots__", "__version__"}


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, which lines may run it (none: the whole file, it runs on import), and the new text."""

    room: str
    file: str
    line: int
    lines: tuple[int, ...]
    text: str
    diff: str

    @property
    def name(self) -> tuple[str, str, str]:
        """What stays when lines move: the file, and the lines that change, without what is around them."""
        body = self.diff.splitlines()[2:]
        before, after = (" ".join(line[1:].strip() for line in body if line.startswith(sign)) for sign in "-+")
        return self.file, before, after


def leave_out(_: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield cst.Pass()


def leave_out_call(node: cst.Expr) -> Iterator[cst.CSTNode]:
    if isinstance(node.value, cst.Call | cst.Await):
        yield cst.Pass()


def leave_out_entry(node: cst.Dict) -> Iterator[cst.CSTNode]:
    for index in range(len(node.elements)):
        yield node.with_changes(elements=[*node.elements[:index], *node.elements[index + 1 :]])


def return_none(node: cst.Return) -> Iterator[cst.CSTNode]:
    if node.value and not (isinstance(node.value, cst.Name) and node.value.value == "None"):
        yield node.with_changes(value=cst.Name("None"), whitespace_after_return=cst.SimpleWhitespace(" "))


NARROWER = {
    operator_swap_op: cst.BinaryOperation
    | cst.UnaryOperation
    | cst.BooleanOperation
    | cst.ComparisonTarget
    | cst.AugAssign,
    operator_keywords: cst.Is | cst.IsNot | cst.In | cst.NotIn | cst.Break | cst.Continue,
}
"""What mutmut asks for every node, though it can only be one of these; asking takes most of the time."""
OPERATORS: tuple[tuple[Any, Callable[[Any], Iterable[cst.CSTNode]]], ...] = (
    *((NARROWER.get(operator, kind), operator) for kind, operator in mutation_operators),
    (cst.Raise, leave_out),
    (cst.Expr, leave_out_call),
    (cst.Dict, leave_out_entry),
    (cst.Return, return_none),
)


class Places(cst.CSTVisitor):
    """The nodes of a module that can be changed, each with what it can become; not what only a type checker reads."""

    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[cst.CSTNode, list[cst.CSTNode]]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, SPACES) or self.is_still(node):
            return False
        changed = [new for kind, operator in OPERATORS if isinstance(node, kind) for new in operator(node)]
        if changed and not self.is_spoken(node):
            self.found.append((node, changed))
        return True

    def is_still(self, node: cst.CSTNode) -> bool:
        match node:
            case (
                cst.Annotation()
                | cst.Decorator()
                | cst.Import()
                | cst.ImportFrom()
                | cst.TypeAlias()
                | cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString())
                | cst.If(test=cst.Name(value="TYPE_CHECKING"))
            ):
                return True
            case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))]):
                return name in UNCHANGED or bool(TYPE_NAME.fullmatch(name))
            case cst.Call(func=cst.Name(value=name)):
                return name in TYPING
            case cst.SimpleString() | cst.ConcatenatedString() | cst.FormattedString():
                return self.is_sentence(node)
        return False

    def is_spoken(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in SENTENCES

    def is_sentence(self, node: cst.CSTNode) -> bool:
        argument = self.get_metadata(ParentNodeProvider, node)
        if not isinstance(argument, cst.Arg):
            return isinstance(argument, cst.ConcatenatedString) and self.is_sentence(argument)
        call = self.get_metadata(ParentNodeProvider, argument)
        return self.is_spoken(call) and call.args[0] is argument


def read(root: Path, file: str) -> MetadataWrapper:
    return MetadataWrapper(cst.parse_module((root / file).read_text(encoding="utf-8")))


def count(root: Path, file: str) -> int:
    """How many places of a file can be changed."""
    wrapper, places = read(root, file), Places()
    wrapper.visit(places)
    return len(places.found)


def change(root: Path, file: str, wanted: list[tuple[int, float]]) -> list[tuple[int, Mutant]]:
    """The changes at these places; of several at one place, the number between 0 and 1 says which."""
    wrapper, places = read(root, file), Places()
    wrapper.visit(places)
    positions, parents = wrapper.resolve(PositionProvider), wrapper.resolve(ParentNodeProvider)
    module, old, made = wrapper.module, wrapper.module.code, []
    for index, chance in wanted:
        node, changed = places.found[index]
        new = changed[int(chance * len(changed))]
        text = module.deep_replace(node, new).code  # type: ignore[arg-type]
        try:
            if ast.dump(ast.parse(text)) == ast.dump(ast.parse(old)):
                continue
        except SyntaxError:
            continue
        around, inside = node, False
        place = node
        while not isinstance(place, cst.Module):
            if isinstance(place, cst.SimpleStatementLine):
                around = place
            inside |= isinstance(place, cst.IndentedBlock) and isinstance(parents[place], cst.FunctionDef)
            place = parents[place]
        span = positions[around]
        lines = tuple(range(span.start.line, span.end.line + 1)) if inside else ()
        diff = "\n".join(difflib.unified_diff(old.splitlines(), text.splitlines(), file, file, n=0, lineterm=""))
        made.append((index, Mutant(Path(file).parts[2], file, positions[node].start.line, lines, text, diff)))
    return made


def draw(root: Path, number: int, seed: int, jobs: int) -> list[Mutant]:
    """So many changes, always the same: spread over the rooms by lines, and within a room evenly over all places."""
    files = {room: sorted((root / "src/schwarm" / room).rglob("*.py")) for room in ROOMS}
    sizes = {room: sum(path.read_bytes().count(b"\n") for path in paths) for room, paths in files.items()}
    shares = {room: number * size / sum(sizes.values()) for room, size in sizes.items()}
    quotas = {room: int(share) for room, share in shares.items()}
    for room in sorted(ROOMS, key=lambda room: quotas[room] - shares[room])[: number - sum(quotas.values())]:
        quotas[room] += 1
    drawn = []
    with ProcessPoolExecutor(jobs) as pool:
        for room in ROOMS:
            names = [str(path.relative_to(root)) for path in files[room]]
            counts = pool.map(count, [root] * len(names), names)
            places = [(name, index) for name, found in zip(names, counts, strict=True) for index in range(found)]
            luck = random.Random(f"{seed} {room}")
            luck.shuffle(places)
            # Some come to nothing (the same program, or none at all), and others take their place.
            tried = [(*place, luck.random()) for place in places[: quotas[room] * 5 // 4 + 5]]
            wanted = {name: [(index, chance) for file, index, chance in tried if file == name] for name in names}
            order = {(name, index): rank for rank, (name, index, _) in enumerate(tried)}
            made: dict[int, Mutant] = {}
            for name, mutants in zip(names, pool.map(change, [root] * len(names), names, wanted.values()), strict=True):
                for index, mutant in mutants:
                    made[order[name, index]] = mutant
            drawn += [made[rank] for rank in sorted(made)][: quotas[room]]
    return drawn
