// Line drawings of 24 by 24, by their paths.

import { s } from "/app/dom.js";

const PATHS = {
  live: "M3 13h4l3-8 4 14 3-9 1.5 3H21",
  today: "M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8",
  history: "M4 20V4M4 20h16M8.5 16v-4M13 16V8M17.5 16v-6",
  workouts: "M5 6h14M5 12h14M5 18h9",
  sensors: "M12 13a1 1 0 1 1 0-2 1 1 0 0 1 0 2M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1 0-12.8M18.4 5.6a9 9 0 0 1 0 12.8",
  moods: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M8.5 14.5c1.8 2.2 5.2 2.2 7 0M9 9.5v.5M15 9.5v.5",
  settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h16",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  stop: "M6 6h12v12H6z",
  lap: "M12 8v5l3 2M12 4a9 9 0 1 1-8 5M4 4v5h5",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  down: "M12 4v12M6 11l6 6 6-6M5 20h14",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  bin: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  link: "M10 14a4 4 0 0 1 0-6l3-3a4 4 0 0 1 6 6l-1.5 1.5M14 10a4 4 0 0 1 0 6l-3 3a4 4 0 0 1-6-6l1.5-1.5",
  light: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5",
  auto: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 3v18M12 7.5h5M12 12h8M12 16.5h5",
  battery: "M3 8h15v8H3zM21 11v2",
  up: "M12 20V5M6 11l6-6 6 6",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.5v.5",
};

/** Decoration beside words; a button that has nothing else needs an `aria-label`. */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": name === "more" ? 3 : 1.9, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }));
}

export function mark() {
  return s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { width: 32, height: 32, rx: 8, fill: "#0a6b5e" }),
    s("path", { d: "M4 17h6l3-8 5 15 4-11 2 4h4", fill: "none", stroke: "#fff", "stroke-width": 2.6, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}
