"use strict";
(() => {
  const viewer = document.getElementById("viewer");
  if (!viewer) return;
  const slider = document.getElementById("fidelity");
  const shown = document.getElementById("fidelity-value");
  const zoom = document.getElementById("zoom");
  const told = document.getElementById("told");
  const chosen = document.getElementById("chosen");
  const full = document.getElementById("full");
  const thumbs = document.getElementById("thumbs");
  const films = [...document.querySelectorAll(".film")];
  const groups = Number(slider.max);
  const buttons = [];
  let picture = 0;

  const versions = () => [...films[picture].querySelectorAll("li")];

  function plate(frame, item) {
    const image = document.createElement("img");
    image.src = item.querySelector("img").src;
    image.alt = item.querySelector("img").alt;
    frame.replaceChildren(image);
  }

  function caption(id, lead, item) {
    const strong = document.createElement("b");
    strong.textContent = lead;
    let rest = ", " + item.dataset.bytes;
    if (id === "full-caption") rest += ", the original's coefficients";
    else rest += ", " + item.dataset.share + " of this picture";
    if (id !== "full-caption" && item.dataset.quality !== "–") rest += ", MS-SSIM " + item.dataset.quality;
    document.getElementById(id).replaceChildren(strong, document.createTextNode(rest));
    return lead + rest;
  }

  function show() {
    const items = versions();
    const group = Math.min(Number(slider.value), items.length);
    const item = items[group - 1];
    plate(chosen, item);
    shown.textContent = slider.value + " of " + groups;
    slider.setAttribute("aria-valuetext", "fidelity " + slider.value + " of " + groups);
    told.textContent = caption("chosen-caption", "Fidelity " + group, item);
    items.forEach((each) => each.classList.toggle("now", each === item));
    document.querySelectorAll("tr[data-group], .point[data-group]").forEach((each) =>
      each.classList.toggle("now", each.dataset.group === slider.value));
  }

  function pick(index) {
    picture = index;
    films.forEach((film, i) => { film.hidden = i !== index; });
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(i === index));
      button.tabIndex = i === index ? 0 : -1;
    });
    const items = versions();
    const size = items[0].querySelector("img");
    document.querySelectorAll(".frame").forEach((frame) => {
      frame.style.aspectRatio = size.getAttribute("width") + " / " + size.getAttribute("height");
    });
    plate(full, items[items.length - 1]);
    caption("full-caption", "Full", items[items.length - 1]);
    show();
  }

  films.forEach((film, index) => {
    const images = film.querySelectorAll("img");
    const button = document.createElement("button");
    const image = document.createElement("img");
    image.src = images[images.length - 1].src;
    image.alt = film.querySelector("bdi").textContent;
    button.type = "button";
    button.setAttribute("role", "radio");
    button.append(image);
    button.addEventListener("click", () => pick(index));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      pick((index + step + films.length) % films.length);
      buttons[picture].focus();
    });
    buttons.push(button);
    film.querySelectorAll("li").forEach((item) => {
      const choose = document.createElement("button");
      choose.type = "button";
      const version = item.querySelector("img");
      item.prepend(choose);
      choose.append(version);
      choose.addEventListener("click", () => {
        slider.value = item.dataset.group;
        show();
      });
    });
  });
  thumbs.append(...buttons);
  thumbs.hidden = films.length < 2;

  function aim(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = (100 * (event.clientX - box.left)) / box.width;
    const y = (100 * (event.clientY - box.top)) / box.height;
    for (const each of [chosen, full]) each.style.transformOrigin = x + "% " + y + "%";
  }
  document.querySelectorAll(".frame").forEach((frame) => frame.addEventListener("pointermove", aim));
  zoom.addEventListener("change", () => {
    for (const each of [chosen, full]) each.style.transform = "scale(" + zoom.value + ")";
  });
  slider.addEventListener("input", show);
  viewer.hidden = false;
  pick(0);
})();
