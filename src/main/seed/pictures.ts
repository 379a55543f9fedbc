import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { MediaKind } from '#proofs/contract.ts';

/** No real person, and no letters, so that they render alike everywhere. */

const shirts = ['#b4532a', '#2a6f8f', '#6b4fa0', '#2f7d4f'];
const skins = ['#8d5a3b', '#c98f6b', '#f0c8a0', '#5b3a29'];

/**
 * Different names give different streets and people: proofs with similar pictures would show a sign (decision
 * 54.5).
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

/** The same name gives the same picture. */
export function portrait(name: string): Promise<Buffer> {
  const digest = createHash('sha256').update(`portrait ${name}`).digest();
  const choose = (at: number, from: readonly string[]) =>
    from[digest.readUInt8(at) % from.length] ?? '#ffffff';
  const [skin, hair, shirt] = [choose(0, faces), choose(1, hairs), choose(2, shirts)];
  const face = `<rect x="206" y="300" width="68" height="90" rx="30" fill="${skin}"/>
    <ellipse cx="240" cy="230" rx="88" ry="104" fill="${skin}"/>
    <circle cx="206" cy="228" r="8" fill="#2b2622"/><circle cx="274" cy="228" r="8" fill="#2b2622"/>
    <path d="M206 274 q34 30 68 0" stroke="#2b2622" stroke-width="7" stroke-linecap="round" fill="none"/>`;
  const fringe = choose(4, fringes);
  const [behind, front] = [choose(3, backs), fringe].map((path) => `<path d="${path}" fill="${hair}"/>`);
  // Enlarged, because the screens show it small.
  return drawn(
    `<rect width="480" height="480" fill="${choose(5, grounds)}"/>
     <g transform="translate(-72 -72) scale(1.3)">${behind}
     <path d="M70 480 q0 -130 170 -130 q170 0 170 130 z" fill="${shirt}"/>${face}${front}</g>`,
    480,
  )
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** No darker, so that eyes and mouth show. */
const faces = ['#8d5a3b', '#c98f6b', '#f0c8a0', '#744832'];
const hairs = ['#2b2622', '#4a2f1d', '#d9b26a', '#7d7d7d', '#a8482a'];
const grounds = ['#dfe7da', '#f3dfc9', '#d5e3ec', '#eadcef', '#f5ebc8', '#d9ece6'];
/** Outlines of hair behind the head: short, to the chin, and over the shoulders. */
const backs = [
  'M146 240 q-6 -126 94 -126 q100 0 94 126 z',
  'M132 330 q-24 -224 108 -224 q132 0 108 224 q-108 30 -216 0 z',
  'M118 430 q-8 -328 122 -328 q130 0 122 328 z',
];
/** Outlines of hair on the forehead: straight, parted to the side, and curly. */
const fringes = [
  'M150 208 q4 -86 90 -86 q86 0 90 86 q-90 -40 -180 0 z',
  'M150 214 q-2 -94 92 -94 q92 4 88 92 q-58 -8 -92 -52 q-34 46 -88 54 z',
  'M146 206 q-14 -40 20 -56 q10 -36 52 -34 q34 -20 64 6 q40 4 44 40 q16 20 6 44 q-16 -36 -50 -34 q-40 -20 -76 4 q-44 -6 -60 30 z',
];

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

function person(x: number, y: number, scale: number, shirt: string, skin: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    <rect x="-22" y="-75" width="44" height="62" rx="14" fill="${shirt}"/>
    <circle cy="-46" r="10" fill="#ffffff" opacity="0.8"/>
    <circle cy="-96" r="19" fill="${skin}"/>
    <rect x="-18" y="-14" width="14" height="52" fill="#33384a"/><rect x="4" y="-14" width="14" height="52" fill="#33384a"/>
  </g>`;
}

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
