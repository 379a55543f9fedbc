import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readExif } from './exif.ts';

async function exifBlock(exif: Record<string, Record<string, string>>): Promise<Buffer> {
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .jpeg()
    .withExif(exif)
    .toBuffer();
  const { exif: block } = await sharp(photo).metadata();
  return block ?? Buffer.alloc(0);
}

const place = {
  GPSLatitudeRef: 'S',
  GPSLatitude: '33/1 51/1 1800/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '151/1 12/1 36/1',
};

test('reads time, place and camera of a photo', async () => {
  const block = await exifBlock({
    IFD0: { Make: 'Telephone' },
    IFD2: { DateTimeOriginal: '2026:11:20 14:05:06', OffsetTimeOriginal: '-08:00' },
    IFD3: place,
  });
  const facts = readExif(block);
  expect(facts.takenAt?.toISOString()).toBe('2026-11-20T22:05:06.000Z');
  expect(facts.place?.lat).toBeCloseTo(-33.855, 4);
  expect(facts.place?.lng).toBeCloseTo(151.21, 4);
  expect(facts.hasCamera).toBe(true);
});

test('prefers the time of the satellites, and ignores one without its zone', async () => {
  const satellites = { GPSDateStamp: '2026:11:20', GPSTimeStamp: '22/1 5/1 6/1' };
  const local = { DateTimeOriginal: '2026:11:20 14:05:06' };
  const both = readExif(await exifBlock({ IFD2: local, IFD3: satellites }));
  expect(both.takenAt?.toISOString()).toBe('2026-11-20T22:05:06.000Z');
  expect(readExif(await exifBlock({ IFD2: local })).takenAt).toBeNull();
});

test('gives no facts for damaged blocks', async () => {
  const nothing = { takenAt: null, place: null, hasCamera: false };
  const block = await exifBlock({ IFD0: { Make: 'Telephone' }, IFD3: place });
  expect(readExif(undefined)).toEqual(nothing);
  expect(readExif(Buffer.from('not a TIFF at all'))).toEqual(nothing);
  for (let length = 0; length < block.length; length += 7) {
    const { takenAt } = readExif(block.subarray(0, length));
    expect(takenAt).toBeNull();
  }
  const wild = Buffer.from(block);
  wild.fill(0xff, 10);
  expect(readExif(wild).place).toBeNull();
});
