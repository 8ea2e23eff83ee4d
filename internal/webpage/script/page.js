// What the page holds, and how it speaks.
const page = (() => {
  const starters = [];
  let data = null;

  // The data is read when it is first asked for.
  function read() {
    if (data === null) {
      const holder = dom.byId("data");
      data = holder ? JSON.parse(holder.textContent) : {};
    }
    return data;
  }
  // announce has a screen reader say a text.
  function announce(text) {
    const place = dom.byId("announcer");
    if (place) place.textContent = text;
  }
  // start calls a function when the page is there.
  const start = (f) => starters.push(f);
  // One part of a page that fails leaves the others working; its error reaches the console all the same.
  function run() {
    for (const f of starters.splice(0)) {
      try {
        f();
      } catch (error) {
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  return {
    get data() {
      return read();
    },
    announce,
    start,
    run,
  };
})();
