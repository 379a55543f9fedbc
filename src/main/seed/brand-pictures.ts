import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** No real brands, and no letters, so that they render alike everywhere. */

const colors = ['#b4532a', '#2a6f8f', '#6b4fa0', '#2f7d4f', '#b8860b', '#a03a5e'];
const backgrounds = ['#e9dccb', '#d5e3e8', '#e3dcef', '#d8e8d6', '#f3e3bd', '#f1d9e2'];

/** The same numbers for the same name in every run. */
function pickFor(name: string) {
  const digest = createHash('sha256').update(name).digest();
  return <T>(at: number, values: readonly [T, ...T[]] | readonly T[]): T =>
    values[digest.readUInt8(at) % values.length] as T;
}

/** Shapes around (0, 0), about 100 wide, in the current color. */
const emblems = [
  '<circle r="46"/><circle r="22" fill="#fff"/>',
  '<path d="M0-50 48 40H-48Z"/><circle cy="14" r="15" fill="#fff"/>',
  '<path d="M-46 0a46 46 0 0 1 92 0ZM-46 12h92v14h-92ZM-46 36h92v14h-92Z"/>',
  '<path d="M-44-44H8v36h36v52H-8V8h-36Z"/>',
  '<path d="M0-50C40-30 40 20 0 50-40 20-40-30 0-50Z"/><path d="M-5-30H5V50H-5Z" fill="#fff"/>',
  '<path d="M-48-12 0-48 48-12 30 46h-60Z"/><path d="M-14 6h28v40h-28Z" fill="#fff"/>',
];

function draw(width: number, height: number, content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

export function logoPicture(company: string): Promise<Buffer> {
  const pick = pickFor(company);
  const emblem = `<g transform="translate(128 128) scale(1.7)" fill="${pick(0, colors)}">${pick(1, emblems)}</g>`;
  return draw(256, 256, `<rect width="256" height="256" fill="#fff"/>${emblem}`);
}

export function shirtPicture(company: string): Promise<Buffer> {
  const pick = pickFor(company);
  const shirt = 'M150 70 60 120l36 76 44-20v184h200V176l44 20 36-76-90-50c-12 34-44 50-90 50s-78-16-90-50Z';
  return draw(
    480,
    420,
    `<rect width="480" height="420" fill="${pick(2, backgrounds)}"/>
     <path d="${shirt}" fill="${pick(0, colors)}"/>
     <g transform="translate(240 222) scale(0.9)"><circle r="64" fill="#fff"/>
     <g transform="scale(0.8)" fill="${pick(0, colors)}">${pick(1, emblems)}</g></g>`,
  );
}
