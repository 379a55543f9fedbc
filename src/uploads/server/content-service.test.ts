import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { msg } from '#kernel/text.ts';
import { purposes } from '#uploads/contract.ts';
import { checkContent } from './content-service.ts';
import { box, movie, pdf, photoWithPlace, picture, PLACE, recording, webm } from './sample-media.ts';

const { proof } = purposes;
const brandAsset = purposes['brand-asset'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(content: Buffer, rules: typeof proof = proof) {
  const path = join(folder, 'file');
  await writeFile(path, content);
  const verdict = await checkContent(path, rules);
  expect(await checkContent(Buffer.from(content), rules)).toEqual(verdict);
  return { verdict, after: await readFile(path) };
}

const refused = (reason: string | RegExp) => ({ accepted: false, reason: expect.stringMatching(reason) });

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s is accepted, re-encoded, with its size in pixels',
  async (format) => {
    const { verdict } = await check(await picture(format));
    expect(verdict).toMatchObject({ accepted: true, contentType: `image/${format}`, width: 64, height: 48 });
    const { format: kept } = await sharp(verdict.accepted ? verdict.content : undefined).metadata();
    expect(kept).toBe(format);
  },
);

test('a photo loses its EXIF including the location, and is turned upright', async () => {
  const photo = await photoWithPlace(64, 48);
  const before = await sharp(photo).metadata();
  expect(before.exif?.includes('Telephone')).toBe(true);
  expect(before.orientation).toBe(6);
  const { verdict } = await check(photo);
  expect(verdict).toMatchObject({ accepted: true, width: 48, height: 64 });
  const content = verdict.accepted ? (verdict.content ?? Buffer.alloc(0)) : Buffer.alloc(0);
  const after = await sharp(content).metadata();
  expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(content.includes('Exif')).toBe(false);
  expect(content.includes('Telephone')).toBe(false);
});

test.each([
  [1200, 600, 512],
  [600, 1200, 512],
  [512, 512, 512],
  [90, 300, 90],
])(
  'a profile photo of %i x %i is cropped to a square of %i around its middle',
  async (width, height, edge) => {
    const red = { r: 255, g: 0, b: 0 };
    const middle = Buffer.from(
      `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="blue"/><circle cx="50%" cy="50%" r="${Math.min(width, height) / 4}" fill="rgb(255,0,0)"/></svg>`,
    );
    const photo = await sharp(middle).png().toBuffer();
    const { verdict } = await check(photo, purposes['profile-photo']);
    expect(verdict).toMatchObject({ accepted: true, width: edge, height: edge });
    const { data, info } = await sharp(verdict.accepted ? verdict.content : undefined)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (Math.floor(edge / 2) * edge + Math.floor(edge / 2)) * info.channels;
    expect({ r: data[at], g: data[at + 1], b: data[at + 2] }).toEqual(red);
  },
);

test('a rotated photo is turned upright before it is cropped, and its location is removed', async () => {
  const { verdict } = await check(await photoWithPlace(800, 300), purposes['profile-photo']);
  expect(verdict).toMatchObject({ accepted: true, width: 300, height: 300 });
  const content = verdict.accepted ? (verdict.content ?? Buffer.alloc(0)) : Buffer.alloc(0);
  const { exif, orientation } = await sharp(content).metadata();
  expect([exif, orientation, content.includes('Telephone')]).toEqual([undefined, undefined, false]);
});

test('a logo keeps its aspect ratio', async () => {
  const { verdict } = await check(await picture('png', 1200, 300), purposes['business-logo']);
  expect(verdict).toMatchObject({ accepted: true, width: 512, height: 128 });
});

test.each([
  ['a PDF', pdf()],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a film', movie('isom')],
])('as a profile photo %s is refused', async (_, content) => {
  const { verdict } = await check(content, purposes['profile-photo']);
  expect(verdict).toEqual(refused(/^Please select a valid image file$/));
});

test('removes data appended to an image', async () => {
  const script = Buffer.from('<script>alert(1)</script>');
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const { verdict } = await check(Buffer.concat([await picture(format), script]));
    const content = verdict.accepted ? verdict.content : undefined;
    expect(content?.includes(script) ?? false).toBe(false);
  }
});

test('limits an image to the size of screens', async () => {
  const { verdict } = await check(await picture('jpeg', 5000, 100));
  expect(verdict).toMatchObject({ accepted: true, width: 4096, height: 82 });
});

test('an image with too many pixels is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 6000, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect((await check(bomb)).verdict).toEqual(refused(/too many pixels: at most 60 megapixels/));
});

test('a truncated or damaged image is refused', async () => {
  const whole = await picture('png', 200, 200);
  expect((await check(whole.subarray(0, whole.length / 2))).verdict).toEqual(refused(/damaged/));
  const jpeg = await picture('jpeg', 200, 200);
  expect((await check(jpeg.subarray(0, 300))).verdict).toEqual(refused(/damaged/));
});

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['SVG with XML declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['text', 'just some words'],
  ['GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['program', '\x7fELF\x02\x01\x01\x00'],
  ['nothing', ''],
])('%s is refused with a list of accepted types', async (_, content) => {
  expect((await check(Buffer.from(content, 'latin1'))).verdict).toEqual(
    refused(/not accepted\. Accepted: PNG, JPG or WebP/),
  );
});

test('HEIC is refused by name, with instructions', async () => {
  const heic = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  expect((await check(heic)).verdict).toEqual(refused(/HEIC photos are not accepted.*JPG/));
});

test('each purpose has its own types and sizes', async () => {
  expect((await check(pdf())).verdict).toEqual(refused(/not accepted/));
  expect((await check(pdf(), brandAsset)).verdict).toEqual({
    accepted: true,
    contentType: 'application/pdf',
  });
  expect((await check(movie('isom'), brandAsset)).verdict).toEqual(refused(/PNG, JPG or PDF up to 10MB/));
  expect((await check(await picture('webp'), brandAsset)).verdict).toEqual(refused(/not accepted/));
  const small = { accepted: { 'image/png': 100 } as const, text: msg('PNG up to 100 bytes') };
  expect((await check(await picture('png'), small)).verdict).toEqual(refused(/too large.*up to 100 bytes/));
});

test('a PDF that is truncated, has other content appended, or runs code is refused', async () => {
  for (const wrong of [
    Buffer.concat([pdf(), Buffer.from('PK\x03\x04 an archive')]),
    Buffer.concat([pdf(), Buffer.from('<html><script>alert(1)</script></html>')]),
    pdf().subarray(0, 60),
  ]) {
    expect((await check(wrong, brandAsset)).verdict).toEqual(refused(/PDF is damaged/));
  }
  expect((await check(pdf('<< /S /JavaScript /JS (app.alert(1)) >>'), brandAsset)).verdict).toEqual(
    refused(/program/),
  );
});

test.each([
  ['isom', 'video/mp4'],
  ['qt  ', 'video/quicktime'],
] as const)(
  'a video of brand %s is kept byte for byte, except for its location',
  async (brand, contentType) => {
    const film = movie(brand);
    const { verdict, after } = await check(film);
    expect(verdict).toMatchObject({ accepted: true, contentType, evidence: { durationMs: 120_000 } });
    expect(film.includes(PLACE)).toBe(true);
    expect(after.includes(PLACE)).toBe(false);
    expect(after.length).toBe(film.length);
    expect(after.indexOf('mdat')).toBe(film.indexOf('mdat'));
    expect(after.subarray(film.indexOf('mdat')).equals(film.subarray(film.indexOf('mdat')))).toBe(true);
    expect((await check(after)).after.equals(after)).toBe(true);
  },
);

test.each([
  ['an archive behind it', Buffer.concat([movie('isom'), Buffer.from('PK\x03\x04 an archive')])],
  ['a page behind it', Buffer.concat([movie('isom'), Buffer.from('<html></html>')])],
  ['an unknown box', movie('isom', 100, [box('evil', Buffer.from('x'))])],
  ['its end missing', movie('isom').subarray(0, -1)],
  ['two tables', movie('isom', 100, [box('moov')])],
  ['no pictures', box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))],
  [
    'a box smaller than its header',
    Buffer.concat([movie('isom'), Buffer.from([0, 0, 0, 4, 102, 114, 101, 101])]),
  ],
])('a video with %s is refused', async (_, film) => {
  expect((await check(film)).verdict).toEqual(refused(/damaged/));
});

test('a WebM is accepted with a known length and as a browser records it, but not with data appended', async () => {
  const accepted = { accepted: true, contentType: 'video/webm' };
  expect((await check(webm())).verdict).toMatchObject({ ...accepted, evidence: { durationMs: null } });
  expect((await check(webm(true))).verdict).toMatchObject({ ...accepted, evidence: { durationMs: null } });
  const recorded = await check(recording(7));
  // The last frame is a tenth of a second before the end.
  expect(recorded.verdict).toMatchObject({ ...accepted, evidence: { durationMs: 6900 } });
  expect((await check(Buffer.concat([webm(), Buffer.from('PK\x03\x04')]))).verdict).toEqual(
    refused(/damaged/),
  );
  expect((await check(webm().subarray(0, -1))).verdict).toEqual(refused(/damaged/));
});
