// Writes moving pictures as GIF: one palette for all frames, and of each frame only what has changed.

const BITS = 5, SHADES = 2 ** BITS, COLOURS = 255, MAX_CODE = 4095;
// The colour that is left, for what stays as it is on the screen.
const SAME = 255;

/** @typedef {Uint8ClampedArray} Pixels Red, green, blue and opacity, one after the other. */
/** @typedef {[number, number, number]} Colour */

/** @param {number} red @param {number} green @param {number} blue */
const boxOf = (red, green, blue) => ((red >> (8 - BITS)) * SHADES + (green >> (8 - BITS))) * SHADES + (blue >> (8 - BITS));

// At most 255 colours that stand for all in these pictures: what differs most is parted first.
/** @param {Pixels[]} pictures @returns {Colour[]} */
export function choosePalette(pictures) {
  // How often there is a colour like this, and the sums of its parts.
  const sums = new Float64Array(4 * SHADES ** 3);
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4) {
      const box = 4 * boxOf(pixels[at], pixels[at + 1], pixels[at + 2]);
      sums[box] += 1;
      for (let part = 0; part < 3; part++) sums[box + 1 + part] += pixels[at + part];
    }
  }
  const all = [];
  for (let box = 0; box < sums.length; box += 4) {
    const count = sums[box];
    if (count) all.push({ count, colour: [1, 2, 3].map((part) => sums[box + part] / count) });
  }
  const groups = [measure(all)];
  while (groups.length < COLOURS) {
    const widest = groups.reduce((best, group, place) => (group.weight > groups[best].weight ? place : best), 0), { members, part, weight } = groups[widest];
    if (weight <= 0) break;
    members.sort((one, two) => one.colour[part] - two.colour[part]);
    const half = members.reduce((sum, { count }) => sum + count, 0) / 2;
    let place = 0;
    for (let sum = 0; place < members.length - 1 && (place === 0 || sum + members[place].count <= half); place++) sum += members[place].count;
    groups.splice(widest, 1, measure(members.slice(0, place)), measure(members.slice(place)));
  }
  return groups.map(({ members }) => {
    const count = members.reduce((sum, member) => sum + member.count, 0);
    const mean = [0, 1, 2].map((part) => Math.round(members.reduce((sum, member) => sum + member.colour[part] * member.count, 0) / count));
    return /** @type {Colour} */ (mean);
  });
}

// The part in which some colours differ most, and how much it matters to part them.
/** @param {{ count: number, colour: number[] }[]} members */
function measure(members) {
  const ranges = [0, 1, 2].map((part) => {
    let least = 255, most = 0;
    for (const { colour } of members) {
      least = Math.min(least, colour[part]);
      most = Math.max(most, colour[part]);
    }
    return most - least;
  });
  const widest = Math.max(...ranges), count = members.reduce((sum, member) => sum + member.count, 0);
  return { members, part: ranges.indexOf(widest), weight: widest * Math.sqrt(count) };
}

export class GifWriter {
  /** @type {BlobPart[]} */
  parts = [];
  /** @type {Uint8Array | null} The frame before, in colours of the palette. */
  before = null;

  /** @param {number} width @param {number} height @param {Colour[]} palette */
  constructor(width, height, palette) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    this.nearest = new Int16Array(SHADES ** 3).fill(-1);
    const colours = Array.from({ length: 256 }, (_, place) => palette[place] ?? [0, 0, 0]).flat();
    const loops = [0x21, 0xff, 11, ..."NETSCAPE2.0".split("").map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0];
    this.#write(..."GIF89a".split("").map((letter) => letter.charCodeAt(0)), ...short(width), ...short(height), 0xf7, 0, 0, ...colours, ...loops);
  }

  /** @param {Pixels} pixels @param {number} milliseconds */
  add(pixels, milliseconds) {
    const { width, before } = this, shown = new Uint8Array(width * this.height);
    let left = width, right = -1, top = this.height, bottom = -1;
    for (let at = 0; at < shown.length; at++) {
      shown[at] = this.#find(pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]);
      if (before?.[at] === shown[at]) continue;
      const x = at % width, y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    // A frame in which nothing changes still takes its time.
    if (right < 0) left = right = top = bottom = 0;
    const columns = right - left + 1, rows = bottom - top + 1, changed = new Uint8Array(columns * rows);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const at = (top + y) * width + left + x;
        changed[y * columns + x] = before?.[at] === shown[at] ? SAME : shown[at];
      }
    }
    this.#write(0x21, 0xf9, 4, 0b00000101, ...short(Math.round(milliseconds / 10)), SAME, 0);
    this.#write(0x2c, ...short(left), ...short(top), ...short(columns), ...short(rows), 0, 8);
    this.parts.push(inBlocks(compress(changed)));
    this.before = shown;
  }

  end() {
    this.#write(0x3b);
    return new Blob(this.parts, { type: "image/gif" });
  }

  // The colour of the palette that is most like this one.
  /** @param {number} red @param {number} green @param {number} blue */
  #find(red, green, blue) {
    const box = boxOf(red, green, blue);
    if (this.nearest[box] < 0) {
      const distances = this.palette.map((colour) => (colour[0] - red) ** 2 + (colour[1] - green) ** 2 + (colour[2] - blue) ** 2);
      this.nearest[box] = distances.indexOf(Math.min(...distances));
    }
    return this.nearest[box];
  }

  /** @param {number[]} bytes */
  #write(...bytes) {
    this.parts.push(new Uint8Array(bytes));
  }
}

/** @param {number} value */
const short = (value) => [value & 255, value >> 8];

// Lempel-Ziv-Welch with codes that grow from 9 to 12 bits.
/** @param {Uint8Array} colours */
function compress(colours) {
  const CLEAR = 256, END = 257, table = new Uint16Array((MAX_CODE + 1) * 256);
  /** @type {number[]} */
  const bytes = [];
  let held = 0, bits = 0, size = 9, next = END + 1;
  const put = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  put(CLEAR);
  let known = colours[0];
  for (let at = 1; at < colours.length; at++) {
    const place = known * 256 + colours[at];
    if (table[place]) {
      known = table[place];
      continue;
    }
    put(known);
    known = colours[at];
    if (next > MAX_CODE) {
      put(CLEAR);
      table.fill(0);
      size = 9;
      next = END + 1;
      continue;
    }
    if (next === 2 ** size) size += 1;
    table[place] = next++;
  }
  put(known);
  if (next === 2 ** size && size < 12) size += 1;
  put(END);
  if (bits) bytes.push(held & 255);
  return bytes;
}

// Data comes in blocks, each with its length before it; an empty one is the last.
/** @param {number[]} bytes */
function inBlocks(bytes) {
  const blocks = [];
  for (let at = 0; at < bytes.length; at += 255) blocks.push(Math.min(255, bytes.length - at), ...bytes.slice(at, at + 255));
  return new Uint8Array([...blocks, 0]);
}
