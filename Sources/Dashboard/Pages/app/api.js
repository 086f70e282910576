// The server's answers; what it refuses is an Error with a sentence for people.

class Problem extends Error {
  constructor(status, document) {
    super(document?.detail || document?.error || document?.title || `HTTP ${status}`);
    this.status = status;
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, { credentials: "same-origin", ...options });
  } catch {
    throw new Problem(0, { detail: null });
  }
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => null));
  return response;
}

export const query = (values) => {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return kept.length ? `?${new URLSearchParams(kept)}` : "";
};

export const get = async (path) => (await answer(path)).json();

export async function send(method, path, body) {
  const options = { method };
  if (body !== undefined) Object.assign(options, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  const response = await answer(path, options);
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

/** JSON lines as they come: each is given to `take` before the next is waited for. */
export async function lines(path, take) {
  const response = await answer(path);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? "";
    const whole = rest.split("\n");
    rest = done ? "" : whole.pop();
    for (const line of whole) if (line.trim()) take(JSON.parse(line));
    if (done) return;
  }
}

/** The stream of what happens. The browser takes it up again by itself, with the anchor of the last event that it had. */
export function events(handlers) {
  const source = new EventSource("/api/v1/events");
  for (const [name, handle] of Object.entries(handlers)) {
    if (name === "open" || name === "error") source.addEventListener(name, handle);
    else source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }
  // A server that answers with an error ends the browser's own attempts.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { events(handlers); }, 3000);
  });
  addEventListener("pagehide", () => source.close());
  return source;
}
