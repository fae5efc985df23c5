"""Mutants of Python sources: each check dropped or weakened, one at a time."""
from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


@dataclass(frozen=True)
class Mutant:
    module: str
    line: int
    what: str
    text: str
    """The source's line."""
    tree: ast.Module

    @property
    def name(self) -> str:
        """The same wherever it stands."""
        return f"{self.module} {self.what} | {self.text}"

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.what} | {self.text}"


def is_check(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "need"


def variants(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What may stand in the place of a condition, or of a part of it."""
    if isinstance(node, ast.Compare):
        for k, operator in enumerate(node.ops):
            if type(operator) in FLIPPED:
                other = copy.deepcopy(node)
                other.ops[k] = FLIPPED[type(operator)]()
                yield f"{ast.unparse(node)} -> {ast.unparse(other)}", other
        if len(node.ops) > 1:
            yield f"{ast.unparse(node)} without its first part", ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])
            yield f"{ast.unparse(node)} without its last part", ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
    elif isinstance(node, ast.BoolOp):
        for k, part in enumerate(node.values):
            left = node.values[:k] + node.values[k + 1:]
            yield f"without {ast.unparse(part)}", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
        other_operator: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and <-> or", ast.BoolOp(other_operator, node.values)
    elif isinstance(node, ast.IfExp):
        yield f"always {ast.unparse(node.body)}", node.body
        yield f"always {ast.unparse(node.orelse)}", node.orelse
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "max" and len(node.args) > 1:
        for k, part in enumerate(node.args):
            yield f"max without {ast.unparse(part)}", ast.Call(node.func, [*node.args[:k], *node.args[k + 1:], ast.Constant(0)], node.keywords)


class At(ast.NodeTransformer):
    """Puts one node in the place of another, which is known by its number in ast.walk."""

    def __init__(self, tree: ast.Module, number: int, replacement: ast.AST) -> None:
        self.place = list(ast.walk(tree))[number]
        self.replacement = replacement

    def visit(self, node: ast.AST) -> ast.AST:
        return self.replacement if node is self.place else self.generic_visit(node)


def replaced(tree: ast.Module, number: int, replacement: ast.AST) -> ast.Module:
    other = copy.deepcopy(tree)
    made = At(other, number, copy.deepcopy(replacement)).visit(other)
    return ast.fix_missing_locations(made)


def conditions(node: ast.AST) -> list[ast.expr]:
    """The expressions in which a check is made."""
    if is_check(node):
        return [node.value.args[0]]  # type: ignore[attr-defined]
    if isinstance(node, (ast.If, ast.While)):
        return [node.test]
    if isinstance(node, ast.comprehension):
        return node.ifs
    return []


def mutants(module: str, source: str, left_out: set[str]) -> Iterator[Mutant]:
    """left_out: functions that no vector reaches."""
    tree = ast.parse(source)
    lines, numbers = source.split("\n"), {id(node): k for k, node in enumerate(ast.walk(tree))}
    skipped = {id(inner) for node in ast.walk(tree) if getattr(node, "name", "") in left_out for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        line = getattr(node, "lineno", 0)
        if is_check(node):
            yield Mutant(module, line, "dropped", lines[line - 1].strip(), replaced(tree, numbers[id(node)], ast.Pass()))
        for condition in conditions(node):
            for part in ast.walk(condition):
                if isinstance(part, ast.expr):
                    for what, other in variants(part):
                        line = part.lineno
                        yield Mutant(module, line, what, lines[line - 1].strip(), replaced(tree, numbers[id(part)], other))
