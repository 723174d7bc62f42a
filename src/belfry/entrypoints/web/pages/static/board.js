// Cards that can be dragged, and photos that can be dropped. The menus and the forms do the same.
"use strict";

// A card dropped on a stage is its own form, sent with that stage.
let carried = null;
onShown(() => {
  each(".job", (card) => {
    const form = card.querySelector("form.move");
    if (!form) return;
    card.draggable = true;
    card.addEventListener("dragstart", (event) => {
      carried = card;
      card.classList.add("dragging");
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", card.dataset.job);
    });
    card.addEventListener("dragend", () => {
      carried = null;
      card.classList.remove("dragging");
      each(".lane.over", (lane) => lane.classList.remove("over"));
    });
  });
  each(".lane[data-stage]", (lane) => {
    const isTaking = () => carried && !lane.contains(carried);
    lane.addEventListener("dragover", (event) => {
      if (!isTaking()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      lane.classList.add("over");
    });
    lane.addEventListener("dragleave", (event) => {
      if (!lane.contains(event.relatedTarget)) lane.classList.remove("over");
    });
    lane.addEventListener("drop", (event) => {
      if (!isTaking()) return;
      event.preventDefault();
      lane.classList.remove("over");
      const form = carried.querySelector("form.move");
      const stage = Object.assign(document.createElement("input"), { type: "hidden", name: "stage", value: lane.dataset.stage });
      form.append(stage);
      form.requestSubmit();
      setTimeout(() => stage.remove());
    });
  });
});

// A photo is sent with a bar that says how far it is, and shown before it is there.
function sendPhoto(form) {
  const bar = form.querySelector("progress");
  bar.parentElement.hidden = false;
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) bar.value = (100 * event.loaded) / event.total;
  });
  request.addEventListener("load", () => {
    const page = readPage(request.responseText);
    const shown = page.getElementById("content");
    if (!shown) return complain("The photo could not be sent: try again in a moment.");
    showContent(...shown.childNodes);
    content.querySelector(".done, .alert")?.scrollIntoView({ block: "nearest" });
  });
  request.addEventListener("error", () => {
    bar.parentElement.hidden = true;
    complain("Belfry cannot be reached. The photo is still chosen: try again in a moment.");
  });
  request.open("POST", form.action);
  request.send(new FormData(form));
}
function preview(form, file) {
  form.querySelector(".preview")?.remove();
  if (!file || !/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return;
  const picture = Object.assign(document.createElement("img"), { className: "preview", alt: `Chosen: ${file.name}` });
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    picture.src = reader.result;
    form.querySelector(".zone").after(picture);
  });
  reader.readAsDataURL(file);
}
onShown(() =>
  each("form.drop", (form) => {
    const chosen = form.querySelector("input[name=chosen]");
    const adding = form.closest("details");
    const zone = Object.assign(document.createElement("p"), { className: "zone", textContent: "Drop a photo here" });
    form.prepend(zone);
    for (const input of form.querySelectorAll("input[type=file]")) {
      input.addEventListener("change", () => preview(form, input.files[0]));
    }
    const section = adding.parentElement;
    const holdsFile = (event) => event.dataTransfer.types.includes("Files");
    section.addEventListener("dragover", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      adding.open = true;
      adding.classList.add("over");
    });
    section.addEventListener("dragleave", (event) => {
      if (!section.contains(event.relatedTarget)) adding.classList.remove("over");
    });
    section.addEventListener("drop", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      adding.classList.remove("over");
      chosen.files = event.dataTransfer.files;
      chosen.dispatchEvent(new Event("change"));
      if (chosen.files.length && form.reportValidity()) form.requestSubmit();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sendPhoto(form);
    });
  }),
);
