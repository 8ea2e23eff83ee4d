// Elements without markup: all text is text.
const dom = (() => {
  // make gives an element. Attributes that are false, null or undefined are left out, true is written without value;
  // "on" holds listeners. Children are nodes or text.
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      if (name === "on") {
        for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
      } else if (name === "value") {
        element.value = value;
      } else {
        element.setAttribute(name, value === true ? "" : String(value));
      }
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }
  const byId = (id) => document.getElementById(id);

  // fill replaces what an element holds.
  function fill(element, ...children) {
    element.replaceChildren(
      ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
    );
    return element;
  }

  // copy puts text on the clipboard; pages opened as files may not have the newer way.
  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch (refused) {
        // The older way below needs no permission.
      }
    }
    const area = make("textarea", { class: "unseen", "aria-hidden": "true", tabindex: "-1" });
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused) focused.focus();
    return done;
  }

  return { make, byId, fill, copy };
})();
