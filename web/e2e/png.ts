// Small pictures for the docs: a screenshot's colours are brought down to a palette of 256 by median cut, which is a
// third of the bytes and looks the same on a page. Written out here, since no tool for it may be on the machine.
import { deflateSync, inflateSync } from 'node:zlib';

interface Picture {
  width: number;
  height: number;
  /** Three bytes a pixel. */
  pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Undoes the filters of PNG; `size` bytes make a pixel. */
function unfilter(data: Buffer, width: number, height: number, size: number): Uint8Array {
  const stride = width * size;
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const a = x >= size ? out[y * stride + x - size]! : 0;
      const b = y > 0 ? out[(y - 1) * stride + x]! : 0;
      const c = x >= size && y > 0 ? out[(y - 1) * stride + x - size]! : 0;
      const [da, db, dc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      const paeth = da <= db && da <= dc ? a : db <= dc ? b : c;
      const guess = [0, a, b, (a + b) >> 1, paeth][filter] ?? 0;
      out[y * stride + x] = data[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

function decode(png: Buffer): Picture {
  let [width, height, size] = [0, 0, 3];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') [width, height, size] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (type === 'IDAT') parts.push(body);
    at += length + 12;
  }
  const raw = unfilter(inflateSync(Buffer.concat(parts)), width, height, size);
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) pixels.set(raw.subarray(i * size, i * size + 3), i * 3);
  return { width, height, pixels };
}

type Colour = { rgb: [number, number, number]; count: number };

/** Splits the colours again and again at the middle of the widest box; the boxes' means are the palette. */
function palette(pixels: Uint8Array, most: number): [number, number, number][] {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 3) {
    const key = (pixels[i]! << 16) | (pixels[i + 1]! << 8) | pixels[i + 2]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const all: Colour[] = [...counts].map(([key, count]) => ({ rgb: [key >> 16, (key >> 8) & 255, key & 255], count }));
  const measure = (box: Colour[]): { box: Colour[]; axis: number; weight: number } => {
    const spreads = [0, 1, 2].map((i) => {
      const values = box.map(({ rgb }) => rgb[i]!);
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    });
    const axis = spreads.indexOf(Math.max(...spreads));
    return { box, axis, weight: spreads[axis]! * Math.sqrt(box.reduce((sum, { count }) => sum + count, 0)) };
  };
  const boxes = [measure(all)];
  while (boxes.length < most) {
    boxes.sort((a, b) => b.weight - a.weight);
    const { box, axis, weight } = boxes[0]!;
    if (weight === 0) break;
    box.sort((a, b) => a.rgb[axis]! - b.rgb[axis]!);
    const half = box.reduce((sum, { count }) => sum + count, 0) / 2;
    let [cut, sum] = [0, 0];
    while (cut < box.length - 2 && sum + box[cut]!.count <= half) sum += box[cut++]!.count;
    boxes.splice(0, 1, measure(box.slice(0, cut + 1)), measure(box.slice(cut + 1)));
  }
  return boxes.map(({ box }) => {
    const total = box.reduce((sum, { count }) => sum + count, 0);
    return [0, 1, 2].map((i) => Math.round(box.reduce((sum, { rgb, count }) => sum + rgb[i]! * count, 0) / total)) as [number, number, number];
  });
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, check]);
}

/** The picture again with at most `colours` colours. */
export function smaller(png: Buffer, colours = 256): Buffer {
  const { width, height, pixels } = decode(png);
  const table = palette(pixels, colours);
  const known = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = [pixels[3 * i]!, pixels[3 * i + 1]!, pixels[3 * i + 2]!];
    const key = (r << 16) | (g << 8) | b;
    let index = known.get(key);
    if (index === undefined) {
      let best = Infinity;
      table.forEach((c, k) => {
        const d = (c[0] - r) ** 2 + (c[1] - g) ** 2 + (c[2] - b) ** 2;
        if (d < best) [best, index] = [d, k];
      });
      known.set(key, index!);
    }
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index!;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE, chunk('IHDR', head), chunk('PLTE', Buffer.from(table.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}
