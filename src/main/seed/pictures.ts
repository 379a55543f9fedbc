import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { MediaKind } from '#proofs/contract.ts';

/**
 * Pictures of the demo world, drawn here and showing no real person. They have no letters, so they render
 * alike everywhere.
 */

const shirts = ['#b4532a', '#2a6f8f', '#6b4fa0', '#2f7d4f'];
const skins = ['#8d5a3b', '#c98f6b', '#f0c8a0', '#5b3a29'];

/**
 * Returns a proof picture. Different names give different streets and people: proofs with similar pictures would show a
 * sign (decision 54.5).
 */
export function proofPicture(kind: MediaKind, name: string): Promise<Buffer> {
  const digest = createHash('sha256').update(`${kind} ${name}`).digest();
  /** A number below `below`, the same in every run. */
  const pick = (at: number, below: number) => digest.readUInt8(at) % below;
  const shirt = shirts[pick(0, shirts.length)] ?? '#b4532a';
  const skin = skins[pick(1, skins.length)] ?? '#c98f6b';
  if (kind === 'screenshot') return drawn(post(shirt, pick)).png().toBuffer();
  const street = drawStreet(pick);
  if (kind === 'selfie')
    return photo(street + person(90 + pick(2, 256), 560, 2.2 + pick(3, 8) / 10, shirt, skin));
  const other = person(60 + pick(4, 120), 470, 1, '#999999', skin);
  return photo(street + other + person(220 + pick(5, 200), 500, 1.2 + pick(6, 8) / 10, shirt, skin));
}

/** Returns an invented identity card with a face and lines. */
export function identityPicture(): Promise<Buffer> {
  const lines = [120, 150, 180, 210]
    .map((y) => `<rect x="230" y="${y}" width="${380 - y}" height="10" fill="#8aa0b4"/>`)
    .join('');
  return drawn(
    `<rect width="480" height="300" rx="18" fill="#e8eef4"/><rect width="480" height="60" fill="#345a7a"/>
     <rect x="40" y="100" width="150" height="160" fill="#c7d3de"/>
     <circle cx="115" cy="155" r="34" fill="#9aa9b8"/><ellipse cx="115" cy="240" rx="58" ry="44" fill="#9aa9b8"/>${lines}`,
    300,
  )
    .png()
    .toBuffer();
}

function photo(content: string): Promise<Buffer> {
  return drawn(content).jpeg({ quality: 80 }).toBuffer();
}

function drawn(content: string, height = 640) {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="${height}" viewBox="0 0 480 ${height}">${content}</svg>`,
    ),
  );
}

type Pick = (at: number, below: number) => number;

const walls = ['#a9886d', '#5f6a76', '#d9b39c', '#4f5d4a', '#c3b6d0', '#e8dcc8'];

/** Returns six houses of different heights and colours, under a sky and behind a road. */
function drawStreet(pick: Pick): string {
  const sky = `<rect width="480" height="640" fill="hsl(${180 + pick(7, 60)} 40% ${55 + pick(8, 35)}%)"/>`;
  const houses = Array.from({ length: 6 }, (_, at) => {
    const y = 60 + pick(9 + at, 250);
    const fill = walls[pick(15 + at, walls.length)] ?? '#a9886d';
    return `<rect x="${at * 80}" y="${y}" width="${60 + pick(21 + at, 30)}" height="${480 - y}" fill="${fill}"/>`;
  });
  const road =
    '<rect y="480" width="480" height="160" fill="#8b8b86"/><rect y="470" width="480" height="24" fill="#c9c6bd"/>';
  return sky + houses.join('') + road;
}

/** Returns a standing figure at (x, y), about `scale` times 100 pixels high. */
function person(x: number, y: number, scale: number, shirt: string, skin: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    <rect x="-22" y="-75" width="44" height="62" rx="14" fill="${shirt}"/>
    <circle cy="-46" r="10" fill="#ffffff" opacity="0.8"/>
    <circle cy="-96" r="19" fill="${skin}"/>
    <rect x="-18" y="-14" width="14" height="52" fill="#33384a"/><rect x="4" y="-14" width="14" height="52" fill="#33384a"/>
  </g>`;
}

/** Returns a generic social media post: a picture, with lines for its text. */
function post(color: string, pick: Pick): string {
  const spots = Array.from({ length: 5 }, (_, at) => {
    const fill = walls[pick(2 + at, walls.length)] ?? '#a9886d';
    return `<circle cx="${pick(8 + at, 250) * 2}" cy="${140 + pick(14 + at, 250)}" r="${40 + pick(20 + at, 80)}" fill="${fill}"/>`;
  }).join('');
  return `<rect width="480" height="640" fill="#f7f7f5"/><circle cx="50" cy="50" r="24" fill="#c9c6bd"/>
    <rect x="90" y="40" width="160" height="18" fill="#dddad2"/><rect x="0" y="100" width="480" height="400" fill="${color}"/>
    ${spots}<rect x="30" y="530" width="420" height="14" fill="#dddad2"/>
    <rect x="30" y="560" width="300" height="14" fill="#dddad2"/>`;
}
