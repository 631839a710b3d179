// Finding parts of the page. What a script needs and does not find, or finds as something else, is said by name.

/**
 * The element with an id, of the kind that is expected.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const at = (id, kind) => expected(document.getElementById(id), kind, `#${id}`);

/**
 * The first element inside another one that a selector finds.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const find = (root, selector, kind) => expected(root.querySelector(selector), kind, selector);

/**
 * All elements inside another one that a selector finds.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T[]}
 */
export const findAll = (root, selector, kind) => [...root.querySelectorAll(selector)].map((found) => expected(found, kind, selector));

/**
 * @template {HTMLElement} T
 * @param {Element | null} found
 * @param {(new () => T) | undefined} kind
 * @param {string} name
 * @returns {T}
 */
function expected(found, kind, name) {
  if (!(found instanceof (kind ?? HTMLElement))) throw new TypeError(`${name} is not on this page`);
  return /** @type {T} */ (found);
}

// What is typed or chosen in a field of a form; nothing where there is no such field.
/** @param {HTMLFormElement} form @param {string} name */
export function typed(form, name) {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

// Work that a button began, and that it does not begin again before it is done. The button keeps the focus meanwhile, which
// `disabled` would take away.
/** @param {HTMLElement} button @param {() => Promise<void>} work */
export async function whileBusy(button, work) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  try {
    await work();
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

// What happens when somebody sends a form. Its button does nothing before, as the page says with `disabled`: the browser
// itself would send the form to nowhere.
/** @param {HTMLElement} form @param {() => Promise<void>} send */
export function onSubmit(form, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  find(form, "[type=submit]", HTMLButtonElement).disabled = false;
}
