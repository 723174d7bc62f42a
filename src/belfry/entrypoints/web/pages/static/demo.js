// The demo's clock: it ticks on the page, and is moved without a new page.
"use strict";

const demoBar = () => document.querySelector(".demo-bar");

// The hands go on from where they stood when the page was made.
let hands = null;
function readHands() {
  const shown = demoBar()?.querySelector("time[data-ticks]");
  hands = shown && { shown, from: Date.parse(shown.dateTime), at: performance.now() };
}
function tick() {
  if (!hands) return;
  const now = new Date(hands.from + performance.now() - hands.at);
  const zone = { timeZone: hands.shown.dataset.ticks };
  const day = now.toLocaleDateString("en-GB", { ...zone, weekday: "short", day: "numeric", month: "short" });
  const hour = now.toLocaleTimeString("en-GB", { ...zone, hour: "2-digit", minute: "2-digit" });
  const text = `${day.replace(",", "")} ${hour}`;
  if (hands.shown.textContent !== text) hands.shown.textContent = text;
}
readHands();
setInterval(tick, 1000);

// While it moves, nothing else is pressed; then the page shows what has become of everything.
async function moveClock(form, submitter) {
  const typed = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body: typed });
  if (!answer.ok || new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.redirected ? answer.url : location.href);
    return;
  }
  const page = readPage(await answer.text());
  for (const place of [".demo-bar", "header .clock", "footer"]) {
    const [was, is] = [document.querySelector(place), page.querySelector(place)];
    if (was && is) was.replaceWith(is);
  }
  seen = "";
  showContent(...page.getElementById("content").childNodes);
  readHands();
  demoBar().querySelector(`button[value="${submitter.value}"]`)?.focus();
}
document.addEventListener("submit", (event) => {
  const bar = event.target.closest(".demo-bar");
  if (!bar) return;
  event.preventDefault();
  if (bar.ariaBusy === "true") return;
  bar.ariaBusy = "true";
  moveClock(event.target, event.submitter)
    .catch(() => complain("Belfry cannot be reached. Try again in a moment."))
    .finally(() => (bar.ariaBusy = "false"));
});
