// The stacks of a process: which bytes, as a flame graph or as a tree, and a search over both.
const stackView = (() => {
  const { make } = dom;
  const titles = { leaking: "leaking", outstanding: "outstanding", allocated: "allocated" };

  function draw(host, p, frames) {
    const list = p.details?.stacks || [];
    const total = (measure) => timelines.sum(list.map((s) => s[`${measure}_bytes`]));
    const measures = Object.keys(titles).filter((measure) => total(measure) > 0);
    if (!measures.length) {
      dom.fill(
        host,
        make(
          "p",
          { class: "soft" },
          p.details && p.details.stack_count === 0
            ? "No stack of this process is known: it took no memory in the capture, or stacks were not recorded."
            : "This page holds no stacks of this process.",
        ),
      );
      return;
    }
    const state = { measure: measures[0], form: "flame", search: "" };
    const suspect = processes.suspect(p) ?? (p.suspects || [])[0]?.module;
    const place = make("div", { id: "stacks-drawing" });
    const found = make("p", { class: "soft small", id: "stacks-found", role: "status" });

    function redraw() {
      const root = stacks.tree(list, frames, state.measure);
      const draws = state.form === "flame" ? flame : stackTree;
      draws.draw(place, root, { suspect, search: state.search });
      const shown = list.filter((s) => s.frames.length && s[`${state.measure}_bytes`]).length;
      const bytes = state.search ? stacks.matched(root, state.search) : 0;
      found.textContent =
        (state.search ? `${format.size(bytes)}, ${format.percent(bytes / root.bytes)}, go through frames that match. ` : "") +
        `${format.size(root.bytes)} ${titles[state.measure]} by ${format.plural(shown, "stack")}` +
        (p.details.stack_count > list.length
          ? ` of ${format.count(p.details.stack_count)}, those with most outstanding bytes.`
          : ".");
    }
    const choice = (name, legend, options, current, change) =>
      make(
        "fieldset",
        { class: "radios" },
        make("legend", {}, legend),
        options.map(([value, text]) =>
          make(
            "label",
            {},
            make("input", {
              type: "radio",
              name,
              value,
              checked: value === current,
              on: {
                change: () => {
                  change(value);
                  redraw();
                },
              },
            }),
            text,
          ),
        ),
      );
    dom.fill(
      host,
      make(
        "div",
        { class: "tools" },
        choice(
          "stack-measure",
          "Bytes",
          measures.map((m) => [m, titles[m]]),
          state.measure,
          (v) => {
            state.measure = v;
          },
        ),
        choice(
          "stack-form",
          "Shown as",
          [
            ["flame", "flame graph"],
            ["tree", "tree"],
          ],
          state.form,
          (v) => {
            state.form = v;
          },
        ),
        make(
          "label",
          { class: "tool" },
          make("span", {}, "Search frames"),
          make("input", {
            type: "search",
            id: "stacks-search",
            autocomplete: "off",
            spellcheck: "false",
            on: {
              input: (event) => {
                state.search = event.target.value.trim().toLowerCase();
                redraw();
              },
            },
          }),
        ),
      ),
      place,
      found,
    );
    redraw();
  }
  return { draw };
})();
