// What every chart of a page must do.
import assert from "node:assert/strict";

/** The chart whose name begins so. */
export function chartOf(page, name) {
  return page.locator(`[aria-roledescription=chart][aria-label^=${JSON.stringify(name)}]`);
}

/** Counts the pixels of a chart that have exactly a colour of the theme, such as "s0". */
export function pixels(chart, colour) {
  return chart.locator("canvas").evaluate((canvas, name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    const v = Number.parseInt(hex.slice(1), 16);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === v >> 16 && data[i + 1] === ((v >> 8) & 255) && data[i + 2] === (v & 255) && data[i + 3] === 255) n++;
    }
    return n;
  }, colour);
}

/** Checks that a chart has drawn a line of a colour. */
export async function draws(chart, colour) {
  await chart.page().waitForTimeout(100); // it draws after the event that asks for it
  assert.ok((await pixels(chart, colour)) > 30, `the chart has no line of colour ${colour}`);
}

/** Drags over a chart from one part of its width to another, both 0 to 1. */
export async function drag(chart, from, to) {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.locator(".u-over").boundingBox();
  const mouse = chart.page().mouse;
  await mouse.move(box.x + box.width * from, box.y + box.height / 2);
  await mouse.down();
  await mouse.move(box.x + (box.width * (from + to)) / 2, box.y + box.height / 2);
  await mouse.move(box.x + box.width * to, box.y + box.height / 2);
  await mouse.up();
}
