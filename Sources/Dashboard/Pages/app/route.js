// A route: on a plain ground with a scale bar, which needs nobody, or on the map whose tiles the owner has chosen.

import { canvas, colour, h } from "/app/dom.js";
import { number, units } from "/app/figures.js";
import { session } from "/app/shell.js";
import { t } from "/app/words.js";

const EARTH_METRES = 6371008.8;
/** A longer silence of the receiver is a hole: nobody knows where the way went. */
const HOLE_SECONDS = 30;

/** A view with `set(points)`, `add(points)`, `mark(index)`, `tint(colours)`; points have latitude, longitude, offset. */
export function routeView(sportColour, label, { isGrowing = false } = {}) {
  const view = session.tiles ? mapView(sportColour, label) : groundView(sportColour, label, isGrowing);
  view.element.setAttribute("aria-label", label);
  return view;
}

/** Metres east and north of the first point; across the 180th meridian the way goes on. */
function projected(points) {
  if (!points.length) return [];
  const { latitude, longitude } = points[0];
  const shrink = Math.cos(latitude * Math.PI / 180);
  const metres = EARTH_METRES * Math.PI / 180;
  return points.map((point) => {
    let east = point.longitude - longitude;
    if (east > 180) east -= 360;
    if (east < -180) east += 360;
    return { x: east * shrink * metres, y: (point.latitude - latitude) * metres, offset: point.offset };
  });
}

function groundView(sportColour, label, isGrowing) {
  let points = [];
  let places = [];
  let marked = null;
  let colours = null;
  const element = canvas({ class: "route" }, (context, width, height) => {
    if (!places.length) return;
    const margin = 24;
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of places) {
      west = Math.min(west, x); east = Math.max(east, x); south = Math.min(south, y); north = Math.max(north, y);
    }
    const scale = Math.min((width - 2 * margin) / Math.max(east - west, 40), (height - 2 * margin - 20) / Math.max(north - south, 40));
    const at = ({ x, y }) => [width / 2 + (x - (west + east) / 2) * scale, (height - 20) / 2 - (y - (south + north) / 2) * scale];
    context.lineJoin = context.lineCap = "round";
    const line = (style, thick) => {
      context.strokeStyle = style;
      context.lineWidth = thick;
      context.beginPath();
      places.forEach((place, index) => {
        const isAfterHole = index && place.offset - places[index - 1].offset > HOLE_SECONDS;
        context[index && !isAfterHole ? "lineTo" : "moveTo"](...at(place));
      });
      context.stroke();
    };
    line(colour("surface"), 8);
    if (colours) {
      context.lineWidth = 4.5;
      for (let index = 1; index < places.length; index += 1) {
        if (places[index].offset - places[index - 1].offset > HOLE_SECONDS) continue;
        context.strokeStyle = colours[index];
        context.beginPath();
        context.moveTo(...at(places[index - 1]));
        context.lineTo(...at(places[index]));
        context.stroke();
      }
    } else {
      line(colour(sportColour), 4);
    }
    const dot = (place, fill, edge, radius) => {
      context.beginPath();
      context.arc(...at(place), radius, 0, 2 * Math.PI);
      context.fillStyle = fill;
      context.strokeStyle = edge;
      context.lineWidth = 3;
      context.fill();
      context.stroke();
    };
    const [ground, main] = [colour("surface"), colour(sportColour)];
    dot(places[0], ground, main, 6);
    dot(places[places.length - 1], main, ground, isGrowing ? 9 : 7);
    if (marked !== null && places[marked]) dot(places[marked], colour("ink"), ground, 8);
    scaleBar(context, scale, height);
  });
  const renew = () => {
    places = projected(points);
    element.paint();
  };
  return {
    element,
    set(all) { points = all; renew(); },
    add(more) { points = points.concat(more); renew(); },
    mark(index) { marked = index; element.paint(); },
    tint(all) { colours = all; element.paint(); },
  };
}

function scaleBar(context, scale, height) {
  const unit = units === "imperial" ? (130 / scale > 1609 ? { metres: 1609.344, word: "miles" } : { metres: 0.3048, word: "feet" })
    : 130 / scale > 1000 ? { metres: 1000, word: "kilometres" } : { metres: 1, word: "metres" };
  const most = 130 / scale / unit.metres;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((factor) => factor * power).find((value) => value <= most) ?? power;
  const pixels = length * unit.metres * scale;
  context.strokeStyle = context.fillStyle = colour("muted");
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(16, height - 18);
  context.lineTo(16, height - 12);
  context.lineTo(16 + pixels, height - 12);
  context.lineTo(16 + pixels, height - 18);
  context.stroke();
  context.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
  context.fillText(t(`unit.${unit.word}`, { value: number(length, length < 1 ? 1 : 0) }), 16, height - 24);
}

/** Leaflet, when first a map is wanted. */
function leaflet() {
  return new Promise((resolve, reject) => {
    document.head.append(h("script", { src: "/lib/leaflet/leaflet.js", onload: () => resolve(globalThis.L), onerror: reject }));
  });
}

function mapView(sportColour, label) {
  const element = h("div", { class: "route map", role: "img" });
  let points = [];
  let waiting = [];
  let layers = null;
  const later = (work) => (layers ? work() : waiting.push(work));
  const pair = ({ latitude, longitude }) => [latitude, longitude];
  (async () => {
    document.head.append(h("link", { rel: "stylesheet", href: "/lib/leaflet/leaflet.css" }));
    const L = await leaflet();
    const map = L.map(element, { zoomControl: true, attributionControl: true });
    L.tileLayer(session.tiles, { maxZoom: 19, attribution: session.tilesAttribution ?? "" }).addTo(map);
    const style = { color: colour(sportColour), weight: 4 };
    layers = { L, map, lines: L.layerGroup().addTo(map), ends: L.layerGroup().addTo(map), cursor: L.layerGroup().addTo(map), style };
    waiting.forEach((work) => work());
    waiting = [];
  })().catch(() => element.replaceChildren(h("p", { class: "empty" }, t("web.unreachable"))));
  const draw = (isFitting) => later(() => {
    const { L, map, lines, ends, style } = layers;
    lines.clearLayers();
    ends.clearLayers();
    if (!points.length) return;
    const parts = [[]];
    points.forEach((point, index) => {
      if (index && point.offset - points[index - 1].offset > HOLE_SECONDS) parts.push([]);
      parts[parts.length - 1].push(pair(point));
    });
    const way = L.polyline(parts, style).addTo(lines);
    L.circleMarker(pair(points[0]), { radius: 6, color: style.color, fillColor: colour("surface"), fillOpacity: 1 }).addTo(ends);
    L.circleMarker(pair(points[points.length - 1]), { radius: 7, color: colour("surface"), fillColor: style.color, fillOpacity: 1 }).addTo(ends);
    if (isFitting) map.fitBounds(way.getBounds(), { padding: [24, 24], animate: false });
  });
  return {
    element,
    set(all) { points = all; draw(true); },
    add(more) { points = points.concat(more); draw(true); },
    mark(index) {
      later(() => {
        layers.cursor.clearLayers();
        if (points[index]) layers.L.circleMarker(pair(points[index]), { radius: 8, color: colour("surface"), fillColor: colour("ink"), fillOpacity: 1 }).addTo(layers.cursor);
      });
    },
    tint(all) {
      if (!all) return draw(false);
      later(() => {
        layers.lines.clearLayers();
        for (let index = 1; index < points.length; index += 1) layers.L.polyline([pair(points[index - 1]), pair(points[index])], { color: all[index], weight: 5 }).addTo(layers.lines);
      });
    },
  };
}
