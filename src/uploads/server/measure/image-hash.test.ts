import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { scene } from '../sample-media.ts';
import { HASHED_PIXELS, hashImage } from './image-hash.ts';

async function hash(image: Buffer): Promise<string> {
  const grey = await sharp(image)
    .greyscale()
    .resize(HASHED_PIXELS, HASHED_PIXELS, { fit: 'fill' })
    .raw()
    .toBuffer();
  return hashImage(grey) ?? '';
}

function countDifferentBits(one: string, other: string): number {
  const different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  return different.toString(2).replaceAll('0', '').length;
}

const copies: readonly [string, number, (image: Sharp) => Sharp][] = [
  ['half the size', 4, (image) => image.resize(320)],
  ['twice the size', 4, (image) => image.resize(1280)],
  ['low quality', 6, (image) => image.jpeg({ quality: 15 })],
  ['brightened', 8, (image) => image.modulate({ brightness: 1.2 })],
  ['without colours', 4, (image) => image.greyscale()],
  ['blurred', 6, (image) => image.blur(3)],
  ['cropped by 2 %', 10, (image) => image.extract({ left: 6, top: 5, width: 628, height: 470 })],
];

test.each(copies)('a copy that is %s differs in at most %i bits', async (_, most, change) => {
  for (const variant of [1, 2, 3, 4, 5, 6]) {
    const image = await scene(variant);
    const copy = await change(sharp(image)).jpeg().toBuffer();
    expect(countDifferentBits(await hash(image), await hash(copy))).toBeLessThanOrEqual(most);
  }
});

test('different pictures differ in many bits', async () => {
  const hashes = await Promise.all(Array.from({ length: 25 }, async (_, at) => hash(await scene(at))));
  const pairs = hashes.flatMap((one, at) =>
    hashes.slice(at + 1).map((other) => countDifferentBits(one, other)),
  );
  expect(Math.min(...pairs)).toBeGreaterThan(11);
});

test('a picture of one colour has no hash', () => {
  expect(hashImage(new Uint8Array(HASHED_PIXELS ** 2).fill(90))).toBeNull();
});
