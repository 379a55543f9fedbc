/**
 * Builds the app's icons from public/favicon.svg: `npx tsx scripts/build-icons.ts`. They are committed,
 * because phones take no SVG for an installed app.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const mark = readFileSync('public/favicon.svg', 'utf8');
const EMBER = '#cf3a0f';

/** Phones crop a maskable icon to any shape. Everything within 40 % of the centre stays visible. */
const SAFE_PART = 0.8;

async function writeIcon(name: string, size: number): Promise<void> {
  await sharp(Buffer.from(mark), { density: 1200 }).resize(size, size).png({ palette: true }).toFile(name);
}

async function writeFullIcon(name: string, size: number): Promise<void> {
  const inner = Math.round(size * SAFE_PART);
  const image = await sharp(Buffer.from(mark), { density: 1200 }).resize(inner, inner).png().toBuffer();
  await sharp({ create: { width: size, height: size, channels: 3, background: EMBER } })
    .composite([{ input: image, gravity: 'centre' }])
    .png({ palette: true })
    .toFile(name);
}

await writeIcon('public/icon-192.png', 192);
await writeIcon('public/icon-512.png', 512);
await writeFullIcon('public/icon-maskable-512.png', 512);
await writeFullIcon('public/apple-touch-icon.png', 180);
