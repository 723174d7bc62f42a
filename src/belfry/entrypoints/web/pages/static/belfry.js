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

// What belongs to the content is set up again whenever the content is shown anew.
const content = document.getElementById("content");
const comforts = [];
function onShown(comfort) {
  comforts.push(comfort);
  comfort();
}
function showContent(...nodes) {
  content.replaceChildren(...nodes);
  for (const comfort of comforts) comfort();
}
const each = (selector, act) => content.querySelectorAll(selector).forEach(act);
const readPage = (text) => new DOMParser().parseFromString(text, "text/html");

// Copy what is shown only once; print what is made for paper.
onShown(() => {
  each("button[data-copy]", (button) => {
    const source = document.getElementById(button.dataset.copy);
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = "Copied";
    });
  });
  each("button[data-print]", (button) => {
    button.hidden = false;
    button.addEventListener("click", () => print());
  });
});

// A file that is too large need not be sent to be refused; one that is sent takes its time.
onShown(() => {
  each("input[data-most]", (input) => {
    const most = Number(input.dataset.most);
    input.addEventListener("change", () => {
      const size = input.files.length ? Math.ceil(input.files[0].size / 1024 / 1024) : 0;
      input.setCustomValidity(size > most ? `This file has ${size} MB; at most ${most} MB are taken.` : "");
      input.reportValidity();
    });
  });
  each("form[enctype]", (form) => {
    form.addEventListener("submit", () => {
      form.querySelector("button").textContent = "Sending…";
    });
  });
});

// Which rules the chosen people would break is said at once.
onShown(() =>
  each("form.choosing", (form) => {
    const verdict = form.querySelector(".verdict");
    form.addEventListener("change", () => {
      const chosen = [...form.querySelectorAll("input[name=who]:checked")];
      const problems = chosen
        .filter((box) => box.dataset.against)
        .map((box) => `${box.value} ${box.dataset.against}`);
      const needs = Number(form.dataset.needs);
      if (chosen.length > needs) problems.push(`That is ${chosen.length} people, and ${needs} needed`);
      const list = document.createElement("ul");
      list.append(
        ...problems.map((words) => Object.assign(document.createElement("li"), { textContent: `${words}.` })),
      );
      verdict.replaceChildren("This would break a rule:", list);
      verdict.hidden = problems.length === 0;
    });
  }),
);

// What is saved is saved without a new page; what could not be is said, and nothing typed is lost.
function complain(...words) {
  content.querySelector(".alert.unsaved")?.remove();
  const alert = Object.assign(document.createElement("div"), { className: "alert unsaved" });
  alert.setAttribute("role", "alert");
  alert.tabIndex = -1;
  alert.append(...words);
  content.prepend(alert);
  alert.focus();
}
async function save(form, submitter) {
  const typed = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body: typed });
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  const page = readPage(await answer.text());
  const shown = page.getElementById("content");
  if (!answer.ok && !shown.querySelector("form")) {
    complain(...shown.childNodes);
    return;
  }
  if (answer.redirected) history.replaceState(null, "", answer.url);
  document.title = page.title;
  showContent(...shown.childNodes);
  sayOnce();
  content.querySelector(".done, [aria-invalid], .alert")?.scrollIntoView({ block: "nearest" });
}
const isSignedIn = document.querySelector("header nav") !== null;
document.addEventListener("submit", (event) => {
  const form = event.target;
  const isPlain = form.method === "post" && form.enctype === "application/x-www-form-urlencoded";
  if (!isPlain || !isSignedIn || !content.contains(form) || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  save(form, event.submitter)
    .catch(() => complain("Belfry cannot be reached. What you typed is still here: try again in a moment."))
    .finally(() => delete form.dataset.sending);
});

// Refresh live pages, unless the user is busy on them; where each page is paid for, seldom.
const wanted = Number(document.body.dataset.refresh || 0);
const every = wanted && Math.max(wanted, Number(document.body.dataset.seldom || 0));
let seen = "";

const isBusy = () =>
  document.hidden ||
  document.querySelector("main details[open], header details[open], .dragging") ||
  ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement.tagName) ||
  [...document.querySelectorAll("main textarea")].some((area) => area.value !== area.defaultValue) ||
  String(getSelection()) !== "";

async function lookAgain() {
  if (isBusy()) return;
  const headers = { "X-Fragment": "content", ...(seen && { "If-None-Match": seen }) };
  const answer = await fetch(location.href, { headers, cache: "no-store", redirect: "manual" });
  if (answer.status !== 200 || !answer.headers.get("ETag")) return;
  const page = readPage(await answer.text());
  if (isBusy()) return;
  seen = answer.headers.get("ETag");
  showContent(...page.body.childNodes);
}
if (every > 0) setInterval(() => lookAgain().catch(() => {}), every * 1000);

// What was just done is said once, not again after a reload.
function sayOnce() {
  if (!location.search.includes("done=")) return;
  const search = location.search.replace(/([?&])done=[\w-]*(&|$)/, (_, first, last) => (last ? first : ""));
  history.replaceState(null, "", location.pathname + search);
}
sayOnce();
