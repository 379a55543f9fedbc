import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp } from '#tests/support/app.ts';
import { pdf, photoWithPlace, picture } from '#tests/support/media.ts';
import { openMyKycDocument } from '../contract.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';

let stage: Awaited<ReturnType<typeof stageKyc>>;
let app: TestApp;
beforeAll(async () => {
  stage = await stageKyc();
  ({ app } = stage);
});
afterAll(() => app.close());

const script = Buffer.from('<script>alert(1)</script>');
const archive = Buffer.from('PK\x03\x04 an archive', 'latin1');
const blackPixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'black' } })
    .png()
    .toBuffer();

it.each([
  [
    'a drawing behind an XML declaration',
    async () =>
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    /not accepted\. Accepted: an image/,
  ],
  [
    'a web page with an image’s name',
    async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    /not accepted/,
  ],
  [
    'a web page behind a GIF’s first bytes',
    async () => Buffer.concat([Buffer.from('GIF89a/*'), script]),
    /not accepted/,
  ],
  ['an archive', async () => archive, /not accepted/],
  ['a PDF with a web page behind it', async () => Buffer.concat([pdf(), script]), /PDF is damaged/],
  ['a PDF with an archive behind it', async () => Buffer.concat([pdf(), archive]), /PDF is damaged/],
  [
    'a PDF that runs something',
    async () => pdf('<< /S /JavaScript /JS (app.alert(1)) >>'),
    /contains a program/,
  ],
  ['half an image', async () => (await picture('png', 300, 300)).subarray(0, 4000), /damaged/],
  [
    'an image of 72 megapixels in few bytes',
    async () => blackPixels(12_000, 6000),
    /too many pixels: at most 60 megapixels/,
  ],
])('rejects %s with a helpful message, and stores nothing', async (_, make, reason) => {
  const person = await stage.newcomer();
  const before = (await stage.storedFiles()).length;
  const content = await make();
  const sent = await stage.handIn(
    person,
    {},
    { ...stage.both(), idDocument: stage.image(content, 'passport.png') },
  );
  expect([sent.status, sent.error.code, sent.error.message]).toEqual([
    415,
    'upload/wrong-type',
    expect.stringMatching(reason),
  ]);
  expect(sent.error.fields).toEqual({ idDocument: sent.error.message });
  expect(await stage.storedFiles()).toHaveLength(before);
  expect((await stage.statusOf(person)).kycStatus).toBe('incomplete');
});

it('strips appended scripts and location metadata from images', async () => {
  const person = await stage.newcomer();
  const photo = await photoWithPlace();
  expect((await sharp(photo).metadata()).exif?.includes('Telephone')).toBe(true);
  const sent = await stage.handIn(
    person,
    {},
    {
      idDocument: stage.image(photo, 'passport.jpg'),
      proofOfAddress: stage.image(Buffer.concat([await picture('jpeg'), script]), 'letter.jpg'),
    },
  );
  expect(sent.status, sent.error.message).toBe(200);
  for (const kind of ['idDocument', 'proofOfAddress'] as const) {
    const { rawPayload } = await app.http.inject({
      url: openMyKycDocument.path.replace('{kind}', kind),
      headers: { cookie: Array.from(person.cookies, ([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(rawPayload.includes(script)).toBe(false);
    const kept = await sharp(rawPayload).metadata();
    expect([kept.format, kept.exif, kept.xmp, kept.orientation]).toEqual([
      'jpeg',
      undefined,
      undefined,
      undefined,
    ]);
  }
});
