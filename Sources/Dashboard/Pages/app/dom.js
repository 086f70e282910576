// Elements without markup in strings: what a sensor or a file calls itself can never become a tag.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name === "data") for (const [key, text] of Object.entries(value)) { if (text !== undefined && text !== null) element.dataset[key] = text; }
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `h("p", {class: "note", onclick: f}, "text", other)`. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Writes text only where it differs, so that nothing is laid out or read aloud again without a reason. */
export function put(element, text) {
  const wanted = text ?? "";
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** Shows or hides. */
export function show(element, isShown) {
  element.hidden = !isShown;
}

/** A colour of the style sheet as the browser draws it: custom properties alone are not resolved for a canvas. */
export function colour(name) {
  probe ??= document.body.appendChild(h("i", { hidden: true }));
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
let probe;

/** The same colour, partly transparent. */
export function faint(name, share) {
  return colour(name).replace(/^rgba?\(([^)]*)\)$/, (_, parts) => `rgb(${parts.split(/[ ,/]+/).slice(0, 3).join(" ")} / ${share})`);
}

/** Calls back now and whenever the theme changes. */
export function onTheme(draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("themechange", draw);
}

/** A canvas as sharp as the screen, drawn anew when its box or the theme changes. `draw(context, width, height)` in CSS pixels. */
export function canvas(properties, draw) {
  const element = h("canvas", { role: "img", ...properties });
  const paint = () => {
    const { clientWidth: width, clientHeight: height } = element;
    if (!width || !height) return;
    const ratio = devicePixelRatio || 1;
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== columns || element.height !== rows) [element.width, element.height] = [columns, rows];
    const context = element.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  };
  new ResizeObserver(paint).observe(element);
  onTheme(paint);
  element.paint = paint;
  return element;
}

/** Numbers for an axis: 1, 2 or 5 times a power of ten, about `count` of them between two values. */
export function ticks(low, high, count) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough) ?? rough;
  const found = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + step * 1e-9; value += step) found.push(Math.abs(value) < step * 1e-9 ? 0 : value);
  return found;
}
