// Update the reading while the user types, and number the lines.
"use strict";

const PAUSE = 400;

function numberLines(text) {
  const gutter = document.createElement("div");
  gutter.className = "gutter";
  gutter.setAttribute("aria-hidden", "true");
  text.before(gutter);
  text.wrap = "off";
  const follow = () => {
    const count = text.value.split("\n").length;
    if (gutter.dataset.count !== String(count)) {
      gutter.dataset.count = String(count);
      gutter.textContent = Array.from({ length: count }, (_, place) => place + 1).join("\n") + "\n\n";
      gutter.style.paddingTop = getComputedStyle(text).paddingTop;
    }
    gutter.style.height = `${text.offsetHeight}px`;
    gutter.scrollTop = text.scrollTop;
  };
  text.addEventListener("input", follow);
  text.addEventListener("scroll", follow);
  addEventListener("resize", follow);
  follow();
}

function goToLine(text, number) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.focus();
  text.setSelectionRange(start, start + (lines[number - 1] || "").length);
  text.scrollTop = Math.max(0, (number - 4) * height);
  text.scrollIntoView({ block: "nearest" });
  document.getElementById(`line-${number}`)?.scrollIntoView({ block: "nearest" });
}

async function readAnew(text, signal) {
  const typed = new URLSearchParams(new FormData(text.form));
  const answer = await fetch(text.dataset.check, { method: "POST", body: typed, signal });
  if (!answer.ok) return;
  const reading = document.getElementById("reading");
  const isOpen = reading.querySelector("details")?.open;
  reading.replaceChildren(...readPage(await answer.text()).body.childNodes);
  const details = reading.querySelector("details");
  if (details && isOpen) details.open = true;
  text.toggleAttribute("aria-invalid", reading.querySelector(".wrong") !== null);
}

onShown(() =>
  each("textarea[data-check]", (text) => {
    let timer = 0;
    let asking = null;
    numberLines(text);
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        asking?.abort();
        asking = new AbortController();
        readAnew(text, asking.signal).catch(() => {});
      }, PAUSE);
    });
    if (text.dataset.here) goToLine(text, Number(text.dataset.here));
  }),
);

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-line]");
  const text = document.querySelector("textarea[data-check]");
  if (!link || !text) return;
  event.preventDefault();
  goToLine(text, Number(link.dataset.line));
});

// Ask before leaving with unsaved changes.
addEventListener("beforeunload", (event) => {
  const text = document.querySelector("textarea[data-check]");
  if (text && text.value !== text.defaultValue && !text.form.dataset.sending) event.preventDefault();
});
