// A flame graph of elements: the outermost frame on top, widths by bytes. Click or Enter zooms, arrows walk.
const flame = (() => {
  const { make } = dom;
  const rowHeight = 1.5; // rem
  const least = 0.0015; // share of the width below which nothing is drawn

  function draw(host, root, { suspect, search = "" }) {
    let top = root;
    let focus = root;
    const readout = make("p", { class: "readout", id: "flame-readout" });
    const area = make("div", {
      class: "flame",
      role: "group",
      tabindex: "-1",
      "aria-label": "Flame graph. Arrow keys walk along the stacks, Enter zooms, Escape takes the zoom back.",
    });
    const shown = new Map();

    const shareOf = (node) => (root.bytes ? node.bytes / root.bytes : 0);
    const text = (node) => `${format.printable(node.name)}: ${format.size(node.bytes)}, ${format.percent(shareOf(node))}`;
    function tell(node) {
      readout.textContent = `${text(node)} (${format.bytes(node.bytes)}; ${format.bytes(node.own)} in this frame itself)`;
    }

    function frameOf(node, left, width, row) {
      const kinds = ["frame"];
      if (suspect && stacks.module(node.name) === suspect) kinds.push("suspect");
      if (search && node.parent && node.name.toLowerCase().includes(search)) kinds.push("found");
      if (row < 0) kinds.push("above");
      const element = make(
        "button",
        {
          type: "button",
          class: kinds.join(" "),
          tabindex: "-1",
          "aria-label": text(node),
          title: text(node),
          on: {
            click: () => zoom(node),
            focus: () => {
              focus = node;
              tell(node);
            },
            pointerenter: () => tell(node),
          },
        },
        width > 0.03 ? format.printable(node.name) : "",
      );
      element.style.left = `${left * 100}%`;
      element.style.width = `${width * 100}%`;
      element.style.top = `${row * rowHeight}rem`;
      shown.set(node, element);
      return element;
    }

    function redraw() {
      shown.clear();
      const above = [];
      for (let node = top.parent; node; node = node.parent) above.unshift(node);
      const elements = above.map((node, i) => frameOf(node, 0, 1, i));
      let rows = above.length;
      const pending = [[top, 0, 1]];
      while (pending.length) {
        const [node, left, width] = pending.pop();
        const row = above.length + node.depth - top.depth;
        rows = Math.max(rows, row + 1);
        elements.push(frameOf(node, left, width, row));
        let at = left;
        const children = [];
        for (const child of node.children) {
          const share = (width * child.bytes) / node.bytes;
          if (share >= least) children.push([child, at, share]);
          at += share;
        }
        pending.push(...children.reverse());
      }
      dom.fill(area, elements);
      area.style.height = `${rows * rowHeight}rem`;
      (shown.get(focus) || shown.get(top)).tabIndex = 0;
    }
    function zoom(node) {
      const active = area.contains(document.activeElement);
      top = focus = node === top && node.parent ? node.parent : node;
      redraw();
      if (active) shown.get(focus).focus();
      tell(focus);
    }
    function walk(to) {
      const element = to && shown.get(to);
      if (!element) return;
      shown.get(focus)?.setAttribute("tabindex", "-1");
      element.tabIndex = 0;
      element.focus();
    }
    area.addEventListener("keydown", (event) => {
      const siblings = focus.parent ? focus.parent.children : [focus];
      const place = siblings.indexOf(focus);
      const targets = {
        ArrowDown: focus.children[0],
        ArrowUp: focus.parent,
        ArrowLeft: siblings[place - 1],
        ArrowRight: siblings[place + 1],
      };
      if (event.key in targets) walk(targets[event.key]);
      else if (event.key === "Escape") zoom(root);
      else return;
      event.preventDefault();
    });
    dom.fill(host, area, readout);
    redraw();
    tell(root);
  }
  return { draw };
})();
