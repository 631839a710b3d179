// On narrow screens the two sides of a page, all pages and the contents of this one, come and go behind buttons. The
// theme does it with checkboxes that no keyboard reaches; here the buttons set them.
for (const button of document.querySelectorAll("button[data-drawer]")) {
  const state = document.getElementById(button.dataset.drawer);
  const drawer = document.querySelector(button.dataset.drawer === "__toc" ? ".toc-drawer" : ".sidebar-drawer");
  const tell = () => button.setAttribute("aria-expanded", String(state.checked));
  const open = (wanted) => {
    state.checked = wanted;
    state.dispatchEvent(new Event("change"));
  };
  state.addEventListener("change", tell);
  // Browsers bring back what was open when somebody left the page.
  addEventListener("pageshow", tell);
  button.addEventListener("click", () => {
    open(!state.checked);
    // What the drawer covers is no place to go on from.
    if (state.checked) [...drawer.querySelectorAll("a, input")].find((each) => each.checkVisibility())?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !state.checked) return;
    open(false);
    if (button.checkVisibility()) button.focus();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (state.checked && !drawer.contains(target)) open(false);
  });
}
