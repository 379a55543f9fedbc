import sharp from 'sharp';
import type { MediaKind } from '#proofs/contract.ts';

/**
 * Pictures of the demo world, drawn here and showing no real person. They have no letters, so they render
 * alike everywhere.
 */

const shirts = ['#b4532a', '#2a6f8f', '#6b4fa0', '#2f7d4f'];
const skins = ['#8d5a3b', '#c98f6b', '#f0c8a0', '#5b3a29'];

/** Returns a proof picture. Different variants look different. */
export function proofPicture(kind: MediaKind, variant: number): Promise<Buffer> {
  const shirt = shirts[variant % shirts.length] ?? '#b4532a';
  const skin = skins[variant % skins.length] ?? '#c98f6b';
  if (kind === 'selfie') return photo(street + person(240, 560, 2.6, shirt, skin));
  if (kind === 'screenshot') return drawn(post(shirt)).png().toBuffer();
  return photo(street + person(150, 470, 1, '#999999', skin) + person(330, 500, 1.3, shirt, skin));
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

const houses = [
  [0, 250, 90, '#a9886d'],
  [90, 190, 120, '#8f9aa6'],
  [210, 280, 80, '#b98d7c'],
  [290, 160, 110, '#7f8d7a'],
  [400, 230, 80, '#9a8aa6'],
] as const;

const street = [
  '<rect width="480" height="640" fill="#bcd9ea"/>',
  ...houses.map(
    ([x, y, width, fill]) => `<rect x="${x}" y="${y}" width="${width}" height="300" fill="${fill}"/>`,
  ),
  '<rect y="480" width="480" height="160" fill="#8b8b86"/><rect y="470" width="480" height="24" fill="#c9c6bd"/>',
].join('');

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
function post(color: string): string {
  return `<rect width="480" height="640" fill="#f7f7f5"/><circle cx="50" cy="50" r="24" fill="#c9c6bd"/>
    <rect x="90" y="40" width="160" height="18" fill="#dddad2"/><rect x="0" y="100" width="480" height="400" fill="${color}"/>
    <circle cx="240" cy="300" r="90" fill="#ffffff" opacity="0.85"/><rect x="30" y="530" width="420" height="14" fill="#dddad2"/>
    <rect x="30" y="560" width="300" height="14" fill="#dddad2"/>`;
}
