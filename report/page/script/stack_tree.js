// The stacks as a tree of lines that open and close.
const stackTree = (() => {
  const { make } = dom;

  function draw(host, root, { suspect, search = "" }) {
    const items = new Map();
    const tree = make("ul", { role: "tree", "aria-label": "Stacks as a tree, the outermost frame first", class: "tree" });

    function itemOf(node, position, of) {
      const kinds = ["line"];
      if (suspect && stacks.module(node.name) === suspect) kinds.push("suspect");
      if (search && node.name.toLowerCase().includes(search)) kinds.push("found");
      const line = make(
        "span",
        { class: kinds.join(" ") },
        make("span", { class: "twig", "aria-hidden": "true" }),
        make("span", { class: "code" }, format.printable(node.name)),
        make("span", { class: "amount" }, format.size(node.bytes)),
        make("span", { class: "amount" }, format.percent(root.bytes ? node.bytes / root.bytes : 0)),
      );
      const item = make(
        "li",
        {
          role: "treeitem",
          tabindex: "-1",
          "aria-level": node.depth,
          "aria-posinset": position + 1,
          "aria-setsize": of,
          "aria-expanded": node.children.length ? "false" : null,
          "aria-selected": "false",
        },
        line,
      );
      line.addEventListener("click", () => {
        toggle(node);
        focus(node);
      });
      items.set(node, item);
      return item;
    }
    const open = (node) => items.get(node)?.getAttribute("aria-expanded") === "true";
    function toggle(node, on = !open(node)) {
      const item = items.get(node);
      if (!node.children.length || open(node) === on) return;
      item.setAttribute("aria-expanded", String(on));
      item.querySelector(":scope > ul")?.remove();
      if (on)
        item.append(
          make(
            "ul",
            { role: "group" },
            node.children.map((child, i) => itemOf(child, i, node.children.length)),
          ),
        );
    }
    function focus(node) {
      if (!node || !items.get(node)?.isConnected) return;
      for (const item of tree.querySelectorAll('[tabindex="0"]')) {
        item.tabIndex = -1;
        item.setAttribute("aria-selected", "false");
      }
      items.get(node).tabIndex = 0;
      items.get(node).setAttribute("aria-selected", "true");
      items.get(node).focus();
    }
    const visible = () => [...tree.querySelectorAll('[role="treeitem"]')];
    const nodeOf = (item) => [...items].find(([, element]) => element === item)?.[0];

    tree.addEventListener("keydown", (event) => {
      const item = event.target.closest('[role="treeitem"]');
      const node = nodeOf(item);
      const list = visible();
      const at = list.indexOf(item);
      if (event.key === "ArrowDown") focus(nodeOf(list[at + 1]));
      else if (event.key === "ArrowUp") focus(nodeOf(list[at - 1]));
      else if (event.key === "Home") focus(nodeOf(list[0]));
      else if (event.key === "End") focus(nodeOf(list[list.length - 1]));
      else if (event.key === "ArrowRight") {
        if (open(node)) focus(node.children[0]);
        else toggle(node, true);
      } else if (event.key === "ArrowLeft") {
        if (open(node)) toggle(node, false);
        else focus(node.parent);
      } else if (event.key === "Enter" || event.key === " ") toggle(node);
      else return;
      event.preventDefault();
    });

    tree.append(...root.children.map((child, i) => itemOf(child, i, root.children.length)));
    // What most of the bytes go through stands open.
    for (let node = root.children[0]; node && node.bytes >= root.bytes / 2; node = node.children[0]) toggle(node, true);
    if (root.children.length) items.get(root.children[0]).tabIndex = 0;
    dom.fill(host, tree);
  }
  return { draw };
})();
