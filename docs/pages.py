"""These pages as a site in the look of the app, with a reference made of docstrings, and search.

python docs/pages.py FOLDER: into FOLDER/docs, beside the app that is built in FOLDER (`make site`). `index.md` says what there is and
in which order; what a page links to becomes a page too.
"""

from __future__ import annotations

import ast
import html
import json
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
STYLES: Final = ROOT / "src" / "newfound" / "web" / "src" / "styles.css"
PICTURES: Final = {".jpg", ".png", ".svg"}
# Broken where a word of it ends, or a column has all the table, and a heading its last letter on a line of its own.
LONG_NAME: Final = re.compile(r"(?<=<code>)[\w/.]{10,}(?=</code>)|(?<=>)[\w.]{15,}(?=</h\d>)")
MARKDOWN: Final = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@dataclass
class Page:
    """One page: where it comes from, its name in the site, and what is found in it: (anchor, heading, text)."""

    source: Path
    name: str
    title: str = ""
    body: str = ""
    sections: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class Site:
    folder: Path
    pages: dict[Path, Page] = field(default_factory=dict)
    shelves: list[tuple[str, list[Path]]] = field(default_factory=list)

    def build(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self._page(HERE / "index.md")
        waiting = list(self.pages.values())
        while waiting:  # a page brings those that it links to
            page = waiting.pop()
            before = set(self.pages)
            self._read(page)
            waiting += [self.pages[source] for source in self.pages.keys() - before]
        self._shelve()
        for page in self.pages.values():
            (self.folder / page.name).write_text(self._whole(page), encoding="utf-8")
        found = [[page.name, page.title, *section] for page in self.pages.values() for section in page.sections]
        (self.folder / "found.js").write_text(f"const FOUND = {json.dumps(found, ensure_ascii=False)};\n", encoding="utf-8")
        (self.folder / "pages.css").write_text(self._styles(), encoding="utf-8")
        shutil.copy(HERE / "pages.js", self.folder)

    # What becomes a page

    def _page(self, source: Path) -> Page:
        if source not in self.pages:
            self.pages[source] = Page(source, name_of(source))
        return self.pages[source]

    def _read(self, page: Page) -> None:
        text = page.source.read_text(encoding="utf-8")
        if page.source.suffix == ".py" and page.source.is_relative_to(ROOT / "src"):
            text = reference(page.source)
        elif page.source.suffix == ".ipynb":
            text = notebook(text)
        elif page.source.suffix != ".md":
            text = f"# {page.source.name}\n\n```\n{text}\n```\n"
        tokens = MARKDOWN.parse(text)
        self._headings(page, tokens)
        for token in tokens:
            for child in token.children or []:
                self._link(page, child)
        made = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
        made = re.sub(r"<th[^>]*></th>", "<td></td>", made).replace("</table>", "</table></div>")
        numbers = count(1)
        wide = '<div class="wide" tabindex="0" role="region" aria-label="Table {}"><table>'
        made = re.sub("<table>", lambda _: wide.format(next(numbers)), made)
        made = LONG_NAME.sub(lambda name: re.sub("([_/.])", r"\1<wbr>", name[0]), made)
        page.body = made.replace("<pre>", '<pre tabindex="0">')  # what scrolls is reached by keyboard

    def _headings(self, page: Page, tokens: list[Token]) -> None:
        """Every heading gets the anchor that GitHub gives it; what stands below it can be looked for."""
        used: set[str] = set()
        anchor, heading, text = "", "", ""
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                if heading:
                    page.sections.append((anchor, heading, text))
                heading, text = plain(tokens[at + 1]), ""
                anchor = slug(heading)
                while anchor in used:
                    anchor += "-1"
                used.add(anchor)
                token.attrSet("id", anchor)
                page.title = page.title or heading
            elif token.type == "inline" and tokens[at - 1].type != "heading_open":
                text += " " + plain(token)
            elif token.type in ("fence", "code_block"):
                text += " " + token.content
        page.sections.append((anchor, heading, text))

    def _link(self, page: Page, token: Token) -> None:
        if token.type == "image":
            source = (page.source.parent / str(token.attrs["src"])).resolve()
            self._picture(source)
            token.attrSet("src", f"pictures/{picture_name(source)}")
            token.attrSet("loading", "lazy")
            if source.suffix != ".svg":
                width, height = Image.open(source).size
                token.attrSet("width", str(width))
                token.attrSet("height", str(height))
        elif token.type == "link_open":
            target, _, anchor = str(token.attrs["href"]).partition("#")
            if target.startswith(("http:", "https:", "mailto:")):
                return
            source = (page.source.parent / target).resolve() if target else page.source
            if source.is_dir():
                source = HERE / "index.md"
            if source.suffix in PICTURES:
                self._picture(source)
                token.attrSet("href", f"pictures/{picture_name(source)}")
            else:
                there = self._page(HERE / "index.md" if source == ROOT / "README.md" else source)
                token.attrSet("href", there.name + (f"#{anchor}" if anchor else ""))

    def _picture(self, source: Path) -> None:
        (self.folder / "pictures").mkdir(exist_ok=True)
        shutil.copy(source, self.folder / "pictures" / picture_name(source))

    def _shelve(self) -> None:
        """The contents, by the sections of the index."""
        tokens = MARKDOWN.parse((HERE / "index.md").read_text(encoding="utf-8"))
        for at, token in enumerate(tokens):
            if token.type == "heading_open" and token.tag == "h2":
                self.shelves.append((plain(tokens[at + 1]), []))
            for child in token.children or []:
                if child.type == "link_open" and self.shelves:
                    self.shelves[-1][1].append((HERE / str(child.attrs["href"])).resolve())

    # How it looks

    def _whole(self, page: Page) -> str:
        front = page.source == HERE / "index.md"
        return PAGE.format(
            title=html.escape(page.title if front else f"{page.title} · Newfound"),
            contents="".join(self._contents(page)),
            kind="front" if front else "",
            body=self._cards(page.body) if front else page.body,
        )

    def _contents(self, page: Page) -> Iterator[str]:
        for title, sources in self.shelves:
            yield f"<h2>{html.escape(title)}</h2><ul>"
            for source in sources:
                other = self.pages[source]
                here = ' aria-current="page"' if other is page else ""
                yield f'<li><a href="{other.name}"{here}>{html.escape(other.title)}</a></li>'
            yield "</ul>"

    def _cards(self, body: str) -> str:
        """Each section of the first page is a card."""
        head, *cards = re.split(r"(?=<h2)", body)
        return head + '<div class="cards">' + "".join(f"<section>{card}</section>" for card in cards) + "</div>"

    def _styles(self) -> str:
        """The app's letters and colours, from its own file, and how pages are laid out."""
        app = STYLES.read_text(encoding="utf-8").partition("\n* {")[0]
        for name in re.findall(r"url\('(@[^']+)'\)", app):
            letters = next(self.folder.parent.glob(f"assets/{Path(name).stem}-*.woff2"))
            app = app.replace(name, f"../assets/{letters.name}")
        return app + (HERE / "pages.css").read_text(encoding="utf-8")


def name_of(source: Path) -> str:
    """`docs/bots.md` is bots.html; what lies elsewhere has its folders in its name."""
    if source.parent in (HERE, ROOT):
        return f"{source.stem.lower() if source.suffix == '.md' else source.name}.html"
    parts = [part for part in source.relative_to(ROOT).with_suffix("").parts if part not in ("docs", "src", "newfound", "__init__")]
    return "-".join(parts).lower().replace("_", "-") + (".html" if source.suffix in (".md", ".py", ".ipynb") else f"{source.suffix}.html")


def picture_name(source: Path) -> str:
    return "-".join(source.relative_to(HERE).parts[1 if source.parent.name == "pictures" else 0 :])


def plain(token: Token) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or [])


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def notebook(text: str) -> str:
    """Its cells: words, code, and what came out of it."""
    made = []
    for cell in json.loads(text)["cells"]:
        written = "".join(cell["source"])
        made.append(written if cell["cell_type"] == "markdown" else f"```python\n{written}\n```")
        for output in cell.get("outputs", []):
            shown = output.get("data", {})
            if "image/svg+xml" in shown:
                made.append(f"<figure>{''.join(shown['image/svg+xml'])}</figure>".replace("\n\n", "\n"))
            elif said := "".join(output.get("text", shown.get("text/plain", ""))):
                made.append(f"```\n{said}\n```")
    return "\n\n".join(made)


def reference(source: Path) -> str:
    """The public names of a module with their docstrings, in its own order."""
    text = source.read_text(encoding="utf-8")
    module = ast.parse(text)
    name = ".".join(source.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    return "\n\n".join([f"# {name}", ast.get_docstring(module) or "", *_members(module.body, text.splitlines(), "")])


def _members(body: list[ast.stmt], lines: list[str], owner: str) -> Iterator[str]:
    level = "###" if owner else "##"
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            yield f"{level} {owner}{node.name}"
            yield f"```python\n{node.name}({ast.unparse(node.args)}){result}\n```"
            yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield f"{level} {node.name}"
            yield ast.get_docstring(node) or ""
            fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
            if fields:
                shown = [line.removeprefix("    ") for line in lines[fields[0].lineno - 1 : fields[-1].end_lineno]]
                yield "```python\n" + "\n".join(shown) + "\n```"
            yield from _members([part for part in node.body if isinstance(part, ast.FunctionDef)], lines, f"{node.name}.")


PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="pages.css">
<script src="pages.js"></script>
</head>
<body class="{kind}">
<a class="skip" href="#text">To the text</a>
<header>
<a class="home" href="index.html">Newfound</a>
<search>
<label class="unseen" for="find">Search these pages</label>
<input id="find" type="search" placeholder="Search" autocomplete="off">
</search>
<a class="button" href="../index.html">Play</a>
</header>
<div class="sheet">
<nav aria-label="Pages"><details><summary>Contents</summary>{contents}</details></nav>
<main id="text" tabindex="-1"><section id="found" hidden aria-live="polite"></section><div id="page">{body}</div></main>
</div>
</body>
</html>
"""

if __name__ == "__main__":
    Site(Path(sys.argv[1]) / "docs").build()
