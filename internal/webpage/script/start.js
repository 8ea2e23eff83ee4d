if (typeof document !== "undefined") {
  document.documentElement.classList.add("scripted");
  page.run();
  markupTables.enhanceAll();
}
