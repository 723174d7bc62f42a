"""The forms of a page, filled in as a browser would send them untouched."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

_WORDS = {"text", "search", "email", "tel", "url"}


@dataclass(frozen=True)
class FoundForm:
    """`fields` is what would be sent, `words` are those that take any text, `presses` the buttons.

    A button that says something besides itself is its name and its value.
    """

    path: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    presses: tuple[tuple[str, str], ...] = ()
    has_file: bool = False

    @property
    def name(self) -> str:
        return f"{self.method.upper()} {self.path}"


class _Reader(HTMLParser):
    def __init__(self, here: str) -> None:
        super().__init__()
        self.forms: dict[str, FoundForm] = {}
        self.around = ""
        self.area = self.area_form = self.select = ""
        self.is_chosen = False
        self.elsewhere: list[tuple[str, str]] = []
        self.here = here

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        match tag:
            case "form":
                self._begin(attributes)
            case "input":
                self._read_input(attributes)
            case "textarea":
                self.area, self.area_form = (
                    attributes.get("name", ""),
                    attributes.get("form", self.around),
                )
                self._take(attributes, self.area, "", is_words=True)
            case "select":
                self.select, self.is_chosen = attributes.get("name", ""), False
            case "option":
                self._read_option(attributes)
            case "button":
                self._read_button(attributes)

    def _begin(self, attributes: dict[str, str]) -> None:
        self.around = attributes.get("id", f"form {len(self.forms)}")
        path = attributes.get("action") or self.here
        self.forms[self.around] = FoundForm(
            path, attributes.get("method", "get"), has_file=attributes.get("enctype", "") != ""
        )

    def _read_input(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text")
        name = attributes.get("name", "")
        is_off = kind in ("checkbox", "radio") and "checked" not in attributes
        if not name or is_off or kind in ("file", "submit") or "disabled" in attributes:
            return
        value = attributes.get("value", "on" if kind == "checkbox" else "")
        self._take(attributes, name, value, is_words=kind in _WORDS)

    def _read_option(self, attributes: dict[str, str]) -> None:
        if self.select and ("selected" in attributes or not self.is_chosen):
            self._take({}, self.select, attributes.get("value", ""))
            self.is_chosen = True

    def _read_button(self, attributes: dict[str, str]) -> None:
        form = self.forms.get(attributes.get("form", self.around))
        if form is not None and attributes.get("formaction"):
            self.elsewhere.append((attributes.get("form", self.around), attributes["formaction"]))
        elif (
            form is not None
            and attributes.get("name")
            and attributes.get("type", "submit") == "submit"
        ):
            press = (attributes["name"], attributes.get("value", ""))
            presses = (*form.presses, press)
            self.forms[attributes.get("form", self.around)] = replace(form, presses=presses)

    def _take(
        self, attributes: dict[str, str], name: str, value: str, *, is_words: bool = False
    ) -> None:
        key = attributes.get("form", self.around)
        form = self.forms.get(key)
        if form is None or not name:
            return
        words = (*form.words, name) if is_words and name not in form.words else form.words
        self.forms[key] = replace(form, fields={**form.fields, name: value}, words=words)

    def handle_data(self, data: str) -> None:
        form = self.forms.get(self.area_form)
        if self.area and form is not None:
            so_far = form.fields.get(self.area, "")
            form.fields[self.area] = so_far + (data if so_far else data.removeprefix("\n"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.around = ""
        if tag == "textarea":
            self.area = ""
        if tag == "select":
            self.select = ""


def list_forms(page: str, here: str = "/") -> list[FoundForm]:
    """Every form of the page that stands at `here`, in their order.

    A button that sends its form to another address makes one more of it.
    """
    reader = _Reader(here)
    reader.feed(page)
    forms = reader.forms
    return [*forms.values(), *(replace(forms[of], path=path) for of, path in reader.elsewhere)]
