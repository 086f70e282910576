// A QR code (ISO/IEC 18004) of up to 213 bytes: byte mode, error correction M, versions 1 to 10.

/** By version: data codewords of each block, and error-correction codewords a block (ISO/IEC 18004, table 9). */
const BLOCKS = [
  [[16], 10], [[28], 16], [[44], 26], [[32, 32], 18], [[43, 43], 24], [[27, 27, 27, 27], 16], [[31, 31, 31, 31], 18], [[38, 38, 39, 39], 22],
  [[36, 36, 36, 37, 37], 22], [[43, 43, 43, 43, 44], 26],
];
/** Centres of the alignment patterns (annex E). */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// The field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1.
const POWERS = new Uint8Array(512);
const LOGS = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWERS[exponent] = POWERS[exponent + 255] = value;
  LOGS[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? POWERS[LOGS[a] + LOGS[b]] : 0);

function correction(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((factor, index) => {
      next[index] ^= factor;
      next[index + 1] ^= times(factor, POWERS[root]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const lead = rest[index];
    if (lead) generator.forEach((factor, offset) => { rest[index + offset] ^= times(factor, lead); });
  }
  return rest.slice(data.length);
}

function codewords(bytes, version) {
  const [blocks, count] = BLOCKS[version - 1];
  const capacity = blocks.reduce((sum, size) => sum + size, 0);
  const bits = [];
  const push = (value, width) => { for (let bit = width - 1; bit >= 0; bit -= 1) bits.push(value >> bit & 1); };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let index = 0; index < bits.length; index += 8) data.push(bits.slice(index, index + 8).reduce((value, bit) => value << 1 | bit, 0));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  let start = 0;
  const parts = blocks.map((size) => data.slice(start, start += size));
  const checks = parts.map((part) => correction(part, count));
  const found = [];
  for (let index = 0; index < Math.max(...blocks); index += 1) for (const part of parts) if (index < part.length) found.push(part[index]);
  for (let index = 0; index < count; index += 1) for (const check of checks) found.push(check[index]);
  return found;
}

const MASKS = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0, (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => x * y % 2 + x * y % 3 === 0, (x, y) => (x * y % 2 + x * y % 3) % 2 === 0, (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

function remainder(value, polynomial, width) {
  let rest = value << width;
  for (let bit = 31; bit >= width; bit -= 1) if (rest >>> bit & 1) rest ^= polynomial << (bit - width);
  return value << width | rest;
}

function drawn(words, version, mask) {
  const size = version * 4 + 17;
  const rows = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (x, y, isDark) => { if (rows[y]?.[x] !== undefined) rows[y][x] = isDark; };
  for (const [left, top] of [[0, 0], [size - 7, 0], [0, size - 7]]) {
    for (let y = -1; y < 8; y += 1) for (let x = -1; x < 8; x += 1) {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
      set(left + x, top + y, ring !== 2 && ring < 4);
    }
  }
  const centres = CENTRES[version - 1];
  for (const cy of centres) for (const cx of centres) {
    if (rows[cy][cx] !== null) continue;
    for (let y = -2; y < 3; y += 1) for (let x = -2; x < 3; x += 1) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  }
  for (let index = 8; index < size - 8; index += 1) {
    rows[6][index] ??= index % 2 === 0;
    rows[index][6] ??= index % 2 === 0;
  }
  // Level M is 00; the mask's number follows.
  const format = remainder(mask, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = (format >> bit & 1) === 1;
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark);
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, isDark);
  }
  rows[size - 8][8] = true;
  if (version >= 7) {
    const told = remainder(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const [a, b] = [Math.floor(bit / 3), size - 11 + bit % 3];
      rows[a][b] = rows[b][a] = (told >> bit & 1) === 1;
    }
  }
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUp = (right + 1 & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        const word = words[bit >> 3];
        const isDark = word !== undefined && (word >> (7 - (bit & 7)) & 1) === 1;
        rows[y][x] = isDark !== MASKS[mask](x, y);
        bit += 1;
      }
    }
  }
  return rows;
}

/** Long runs, blocks, false finders and an uneven share of dark make it hard to read (clause 7.8.3). */
function penalty(rows) {
  const size = rows.length;
  let sum = 0;
  let dark = 0;
  for (let a = 0; a < size; a += 1) {
    for (const line of [rows[a], rows.map((row) => row[a])]) {
      let run = 0;
      line.forEach((isDark, index) => {
        run = index && isDark === line[index - 1] ? run + 1 : 1;
        if (run === 5) sum += 3;
        else if (run > 5) sum += 1;
      });
      const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
      for (const finder of ["10111010000", "00001011101"]) sum += 40 * (text.split(new RegExp(`(?=${finder})`)).length - 1);
    }
    for (let b = 0; b < size; b += 1) {
      if (rows[a][b]) dark += 1;
      if (a && b && rows[a][b] === rows[a - 1][b] && rows[a][b] === rows[a][b - 1] && rows[a][b] === rows[a - 1][b - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs(dark / (size * size) - 0.5) * 20);
}

/** Rows of modules, `true` being dark, without the quiet zone; empty for a text that is too long. */
export function qrRows(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([blocks], index) => blocks.reduce((sum, size) => sum + size, 0) >= bytes.length + (index < 9 ? 2 : 3)) + 1;
  if (!version) return [];
  const words = codewords(bytes, version);
  return MASKS.map((_, mask) => drawn(words, version, mask)).reduce((best, rows) => (penalty(rows) < penalty(best) ? rows : best));
}
