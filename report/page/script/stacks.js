// Stacks merged to a tree, the outermost frame first. It touches no document.
const stacks = (() => {
  const measures = { leaking: "leaking_bytes", outstanding: "outstanding_bytes", allocated: "allocated_bytes" };
  const unknown = "(stack not known)";

  // tree merges the stacks of a process. Nodes have name, bytes, own bytes, parent, depth and children, the greatest first.
  function tree(list, frames, measure) {
    const root = { name: "all stacks", bytes: 0, own: 0, parent: null, depth: 0, children: new Map() };
    for (const stack of list) {
      const bytes = stack[measures[measure]];
      if (bytes === 0) continue;
      let node = root;
      root.bytes += bytes;
      const names = stack.frames.length ? stack.frames.map((i) => frames[i]).reverse() : [unknown];
      for (const name of names) {
        let child = node.children.get(name);
        if (!child) {
          child = { name, bytes: 0, own: 0, parent: node, depth: node.depth + 1, children: new Map() };
          node.children.set(name, child);
        }
        child.bytes += bytes;
        node = child;
      }
      node.own += bytes;
    }
    return settle(root);
  }
  function settle(root) {
    const pending = [root];
    while (pending.length) {
      const node = pending.pop();
      node.children = [...node.children.values()].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
      pending.push(...node.children);
    }
    return root;
  }
  // module gives the module of a frame that is written module+0xoffset or module!name.
  const module = (frame) => frame.replace(/!.*$/s, "").replace(/\+0x[0-9a-f]+$/i, "");

  // matched sums what lies in or below frames whose name holds the text, each stack once.
  function matched(root, text) {
    let bytes = 0;
    const pending = [root];
    while (pending.length) {
      const node = pending.pop();
      if (node.parent && node.name.toLowerCase().includes(text)) bytes += node.bytes;
      else pending.push(...node.children);
    }
    return bytes;
  }
  return { tree, module, matched, unknown };
})();
