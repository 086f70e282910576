#!/usr/bin/env python3
"""Looks at the dashboard's pages in a real Chromium, as people and screen readers would.

usage: check.py PROGRAM FOLDER [--full] [--shots FOLDER] or check.py --address URL

Every page, at three widths, in both themes: no error in the console, no request to anywhere else, nothing wider than the screen, no text cut or
spilling out of its box, targets that a thumb hits, WCAG AA by axe. Quick mode takes three languages, --full all ten. PROGRAM is a built
wattbeat, whose documents the pages show (mock.py). Exit status 1, and a line for each fault.
"""
import argparse
import json
import shutil
import sys
import threading
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

import journeys
from colours import zone_faults
from mock import LANGUAGES, PAGES, ROOT, Mock

WIDTHS = {375: 812, 1024: 768, 1920: 1080}
THEMES = ["light", "dark"]
QUICK = ["en", "de", "ja"]
# Of our own, compressed, to the first paint of the live page.
LIVE_BYTES = 100_000
# What a thumb hits, in CSS pixels.
TARGET = 44

LOOK = """
() => {
  const faults = [];
  const name = (element) => `${element.tagName.toLowerCase()}.${String(element.className?.baseVal ?? element.className).replaceAll(" ", ".")}`;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".sr, .skip, [hidden], dialog:not([open])");
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (!text || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION", "TEXTAREA"].includes(parent.tagName) || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    for (let up = parent; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (["auto", "scroll"].includes(style.overflowX)) break;
      if (style.display === "inline" || up instanceof SVGElement || style.display === "contents") continue;
      const room = up.getBoundingClientRect();
      const out = boxes.find((box) => box.right > room.right + 1.5 || box.left < room.left - 1.5);
      if (out) { faults.push(`"${text.slice(0, 40)}" leaves ${name(up)} by ${Math.round(Math.max(out.right - room.right, room.left - out.left))} px`); break; }
      // A line's box is taller than its letters.
      const slack = 3 + 0.2 * parseFloat(getComputedStyle(parent).fontSize);
      const cut = style.overflowY !== "visible" && boxes.find((box) => box.bottom > room.bottom + slack || box.top < room.top - slack);
      if (cut) { faults.push(`"${text.slice(0, 40)}" is cut by ${name(up)}`); break; }
    }
    if (/^(page|figure|quantity|sport|table|notice|unit|zone|period|short|note|gap)\\.[a-zA-Z]/.test(text)) faults.push(`"${text}" is a key without words`);
    if (/\\{\\w+\\}/.test(text)) faults.push(`"${text.slice(0, 60)}" has a hole`);
    if (/\\b(NaN|undefined|Infinity|\\[object)/.test(text)) faults.push(`"${text.slice(0, 60)}" is no word`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll("select")) {
    if (!isShown(select)) continue;
    const style = getComputedStyle(select);
    pen.font = style.font;
    const wanted = Math.max(0, ...[...select.selectedOptions].map((option) => pen.measureText(option.text).width));
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
    if (wanted > room + 1) faults.push(`"${select.selectedOptions[0].text}" is cut by its select`);
  }
  for (const element of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    if (!isShown(element) || element.closest("table, p") || ["checkbox", "radio"].includes(element.type)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (height && (height < TARGET - 0.5 || width < TARGET - 0.5) && !(element.tagName === "A" && getComputedStyle(element).display === "inline")) faults.push(`${name(element)} "${element.textContent.slice(0, 20)}" is ${Math.round(width)} × ${Math.round(height)} px, less than a thumb`);
  }
  return [...new Set(faults)];
}
""".replace("TARGET", str(TARGET))


def pages(server: Mock) -> list[tuple[str, str]]:
    by_type = {row["type"]: row["id"] for row in server.documents.rows}
    duathlon = next((uid for uid, ride in server.documents.rides.items() if len(ride["activities"]) > 1), server.documents.rows[0]["id"])
    return [("live", "/"), ("today", "/today"), ("history", "/history"), ("workouts", "/workouts"), ("ride", f"/workout/{by_type['cycling']}"),
            ("run", f"/workout/{by_type['running']}"), ("indoor", f"/workout/{by_type['indoorCycling']}"), ("duathlon", f"/workout/{duathlon}"),
            ("sensors", "/sensors"), ("moods", "/moods"), ("settings", "/settings"), ("join", "/join")]


class Served:
    """A server that runs already, the real one say: its pages are looked at as they are."""

    def __init__(self, address: str):
        self.address = address.rstrip("/")

    def pages(self) -> list[tuple[str, str]]:
        with urllib.request.urlopen(f"{self.address}/api/v1/workouts?limit=3") as answer:
            rows = json.load(answer)["workouts"]
        return [("live", "/")] + [(name, f"/{name}") for name in ("today", "history", "workouts", "sensors", "moods", "settings", "join")] + [
            (f"workout{number}", f"/workout/{row['id']}") for number, row in enumerate(rows, 1)]


class Visit:
    """A browser window that remembers what went wrong in it."""

    def __init__(self, browser, server: Mock, width: int, theme: str, language: str):
        self.server = server
        self.context = browser.new_context(viewport={"width": width, "height": WIDTHS[width]}, color_scheme=theme, reduced_motion="reduce",
                                           timezone_id="Europe/Prague", has_touch=width < 900)
        self.context.add_init_script(f"if (!localStorage.language) localStorage.language = {json.dumps(language)}")
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda message: self.faults.append(f"console: {message.text}") if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", lambda request: None if request.url.startswith((server.address, "data:", "blob:")) else self.faults.append(f"asks {request.url}"))

    def go(self, path: str):
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector("html[data-ready]", timeout=120000)
        self.page.wait_for_timeout(350)

    def look(self, with_axe: bool) -> list[str]:
        faults = self.faults + self.page.evaluate(LOOK)
        self.faults.clear()
        if with_axe:
            found = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}})
            for violation in found.response["violations"]:
                faults += [f"axe {violation['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}" for node in violation["nodes"][:4]]
        return faults

    def close(self):
        self.context.close()


def words_faults() -> list[str]:
    """Ten languages say the same things, with the same holes in them, and no catalog of the program says them as well."""
    faults = []
    english = json.loads((PAGES / "words/en.json").read_text())
    code = "".join(path.read_text() for path in (PAGES / "app").glob("*.js"))
    catalog = json.loads((ROOT / "Sources/Phrases/Catalogs/en.json").read_text())
    faults += [f"words: {key} is in the program's catalog, too" for key in english if key in catalog]
    families = ("battery", "data", "device", "felt", "kind", "place", "rider", "scope", "sex", "state", "theme", "zoneSource")
    pages_named = {path.stem for path in PAGES.glob("*.html")} | {"silent", "lost"}
    for key in english:
        if f'"{key}"' not in code and key.split(".")[1] not in families and key.removeprefix("web.") not in pages_named:
            faults.append(f"words: nobody says {key}")
    holes = lambda phrase: sorted(set(part.split("}")[0] for part in json.dumps(phrase).split("{")[1:] if part.split("}")[0].isalpha()))
    for language in LANGUAGES:
        words = json.loads((PAGES / f"words/{language}.json").read_text())
        faults += [f"words: {language} lacks {key}" for key in english if key not in words] + [f"words: {language} has {key} too many" for key in words if key not in english]
        faults += [f"words: {language} {key} has other holes" for key in english if key in words and holes(words[key]) != holes(english[key])]
    return faults


def live_bytes(visit: Visit) -> int:
    """What of ours a first visit of the live page brings, compressed: page, scripts, styles, words; what is measured comes after the first paint."""
    sizes = []
    visit.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]) if "/lib/" not in request.url and ("/api/" not in request.url or "/phrases" in request.url) else None)
    visit.go("/")
    return sum(sizes)


def main() -> int:
    options = argparse.ArgumentParser(usage=__doc__.splitlines()[2][7:])
    options.add_argument("program", nargs="?")
    options.add_argument("folder", nargs="?")
    options.add_argument("--address", help="look at the pages of this server in place of the documents of PROGRAM")
    options.add_argument("--full", action="store_true")
    options.add_argument("--languages", help="in place of quick mode's three", default=",".join(QUICK))
    options.add_argument("--shots", help="a folder for pictures of all that is looked at")
    options.add_argument("--only", help="one page or journey by its name")
    chosen = options.parse_args()
    if not chosen.address and not chosen.folder:
        options.error("PROGRAM and FOLDER, or --address URL")
    server = Served(chosen.address) if chosen.address else Mock(chosen.program, chosen.folder, state="data", speed=4)
    if not chosen.address:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    faults = words_faults() + zone_faults(PAGES / "app/base.css")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            if not chosen.address:
                server.live.follow("2 × 3 min")
            for language in LANGUAGES if chosen.full else chosen.languages.split(","):
                for width in WIDTHS if language == "en" or chosen.full else list(WIDTHS)[:2]:
                    for theme in THEMES if language == "en" or chosen.full else THEMES[:1]:
                        visit = Visit(browser, server, width, theme, language)
                        for name, path in server.pages() if chosen.address else pages(server):
                            if chosen.only and name != chosen.only:
                                continue
                            if name == "live" and not chosen.address and not server.live.status.get("live"):
                                server.live.follow("2 × 3 min")
                            visit.go(path)
                            found = visit.look(with_axe=language == "en")
                            faults += [f"{name} {width} {theme} {language}: {fault}" for fault in found]
                            print(f"{name} {width} {theme} {language}: {len(found)} faults", flush=True)
                            if chosen.shots:
                                Path(chosen.shots).mkdir(parents=True, exist_ok=True)
                                visit.page.screenshot(path=f"{chosen.shots}/{name}-{width}-{theme}-{language}.png", full_page=True)
                        visit.close()
            visit = Visit(browser, server, 375, "light", "en")
            size = live_bytes(visit)
            print(f"the live page brings {size} bytes of ours")
            if size > LIVE_BYTES:
                faults.append(f"the live page brings {size} bytes, more than {LIVE_BYTES}")
            visit.close()
            for journey in [] if chosen.address else journeys.ALL:
                if chosen.only in (None, journey.__name__):
                    visit = Visit(browser, server, 375, "light", "en")
                    try:
                        found = journey(visit, server)
                    except (TimeoutError, PlaywrightError) as error:
                        found = [str(error).splitlines()[0]]
                    faults += [f"{journey.__name__}: {fault}" for fault in found + visit.faults]
                    visit.close()
                    print(f"{journey.__name__}: {len(found)} faults", flush=True)
            browser.close()
    finally:
        if not chosen.address:
            server.close()
    print("\n".join(faults) if faults else "no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
