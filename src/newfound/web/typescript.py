"""TypeScript's types of a game's view, made from its seen.py: `python -m newfound.web.typescript seen.py`. What JSON can carry, no more.

Read, not imported, so that names stay, and comments: those at the end of a line, and docstrings.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Final

PLAIN: Final = {"bool": "boolean", "int": "number", "float": "number", "str": "string"}


def typescript(source: str) -> str:
    parts = ["// Made from seen.py by the build. Change that."]
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name, bases=bases, body=body, keywords=[]):
                above = [base.id for base in bases if isinstance(base, ast.Name) and base.id != "TypedDict"]
                fields = [(ast.unparse(one.target), one.annotation) for one in body if isinstance(one, ast.AnnAssign)]
                parts.append(_said(ast.get_docstring(node) or "") + _interface(name, above, fields, source))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict(keys=keys, values=values)])):
                named = [(str(key.value), value) for key, value in zip(keys, values, strict=True) if isinstance(key, ast.Constant)]
                parts.append(_said(_comment(node, source)) + _interface(name, [], named, source))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                parts.append(f"{_said(_comment(node, source))}export type {name} = {_type(value)};")
            case ast.ImportFrom(module="__future__" | "typing") | ast.Expr(value=ast.Constant()):
                pass
            case _:
                raise ValueError(f"line {node.lineno}: {ast.unparse(node)}")
    return "\n\n".join(parts) + "\n"


def _interface(name: str, above: list[str], fields: list[tuple[str, ast.expr]], source: str) -> str:
    lines = [f"export interface {name}{' extends ' if above else ''}{', '.join(above)} {{"]
    for field, kind in fields:
        about = _said(_comment(kind, source), "  ")
        match kind:
            case ast.Subscript(value=ast.Name(id="NotRequired"), slice=within):
                lines.append(f"{about}  {field}?: {_type(within)};")
            case _:
                lines.append(f"{about}  {field}: {_type(kind)};")
    return "\n".join([*lines, "}"])


def _type(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name(id=name), slice=within):
            parts = within.elts if isinstance(within, ast.Tuple) else [within]
            match name, parts:
                case "Literal", _:
                    return " | ".join(json.dumps(part.value) for part in parts if isinstance(part, ast.Constant))
                case "list", [item]:
                    return f"({_type(item)})[]" if "|" in _type(item) else f"{_type(item)}[]"
                case "dict", [key, item]:
                    return f"Record<{_type(key)}, {_type(item)}>"
                case "tuple", _:
                    return f"[{', '.join(map(_type, parts))}]"
    raise ValueError(f"line {node.lineno}: no type of a view: {ast.unparse(node)}")


def _comment(node: ast.expr | ast.stmt, source: str) -> str:
    """What is said after this on its line."""
    line = source.splitlines()[(node.end_lineno or 1) - 1].encode()
    code, _, said = line[node.end_col_offset or 0 :].decode().partition("#")
    return "" if code.strip(" ,") else said.strip()


def _said(about: str, indent: str = "") -> str:
    return f"{indent}/** {about} */\n" if about else ""


if __name__ == "__main__":
    print(typescript(Path(sys.argv[1]).read_text(encoding="utf-8")), end="")
