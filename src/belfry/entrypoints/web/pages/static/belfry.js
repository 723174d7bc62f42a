// Small comforts. Every page works without them.
"use strict";

// A menu closes when one looks elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// Copy what is shown only once.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = "Copied";
  });
}

// Print what is made for paper.
for (const button of document.querySelectorAll("button[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// A file that is too large need not be sent to be refused; one that is sent takes its time.
for (const input of document.querySelectorAll("input[data-most]")) {
  const most = Number(input.dataset.most);
  input.addEventListener("change", () => {
    const size = input.files.length ? Math.ceil(input.files[0].size / 1024 / 1024) : 0;
    input.setCustomValidity(size > most ? `This file has ${size} MB; at most ${most} MB are taken.` : "");
    input.reportValidity();
  });
}
for (const form of document.querySelectorAll("form[enctype]")) {
  form.addEventListener("submit", () => {
    form.querySelector("button").textContent = "Sending…";
  });
}

// Which rules the chosen people would break is said at once.
for (const form of document.querySelectorAll("form.choosing")) {
  const verdict = form.querySelector(".verdict");
  form.addEventListener("change", () => {
    const chosen = [...form.querySelectorAll("input[name=who]:checked")];
    const said = chosen
      .filter((box) => box.dataset.against)
      .map((box) => `${box.value} ${box.dataset.against}`);
    const needs = Number(form.dataset.needs);
    if (chosen.length > needs) said.push(`That is ${chosen.length} people, and ${needs} needed`);
    const list = document.createElement("ul");
    list.append(
      ...said.map((words) => Object.assign(document.createElement("li"), { textContent: `${words}.` })),
    );
    verdict.replaceChildren("This would break a rule:", list);
    verdict.hidden = said.length === 0;
  });
}

// A page that shows what is going on looks again by itself, unless somebody is busy on it.
const every = Number(document.body.dataset.refresh || 0);
if (every > 0) {
  setInterval(() => {
    const isBusy =
      document.hidden ||
      document.querySelector("main details[open], header details[open]") ||
      ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement.tagName) ||
      String(getSelection()) !== "";
    if (!isBusy) location.replace(location.pathname + location.search.replace(/[?&]done=[\w-]*/, ""));
  }, every * 1000);
}

// What was just done is said once, not again after a reload.
if (location.search.includes("done=")) {
  const search = location.search.replace(/([?&])done=[\w-]*(&|$)/, (_, first, last) => (last ? first : ""));
  history.replaceState(null, "", location.pathname + search);
}
