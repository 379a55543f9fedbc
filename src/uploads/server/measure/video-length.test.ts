import { expect, test } from 'vitest';
import { openContent } from '../content-bytes.ts';
import { box, movie, recording, webm } from '../sample-media.ts';
import { measureVideo } from './video-length.ts';

const measure = async (content: Buffer, type: 'video/mp4' | 'video/webm') =>
  measureVideo(await openContent(content), type);

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

test.each([1, 30, 125])('an MP4 of %i seconds is measured by its table of frames', async (seconds) => {
  expect(await measure(movie('isom', 1000, [], seconds), 'video/mp4')).toBe(seconds * 1000);
});

test('two frames an hour apart are no hour of video', async () => {
  const film = movie('isom', 1000, [], 1);
  // One table entry: two frames with a duration of an hour each.
  const table = film.indexOf('stts') + 12;
  film.writeUInt32BE(2, table);
  film.writeUInt32BE(3600 * 600, table + 4);
  expect(await measure(film, 'video/mp4')).toBe(4000);
});

test('frames that the table of sizes does not have are not counted', async () => {
  const film = movie('isom', 1000, [], 2);
  film.writeUInt32BE(0xffffffff, film.indexOf('stts') + 12);
  expect(await measure(film, 'video/mp4')).toBe(2000);
  // 59 frames without content.
  film.fill(0, film.indexOf('stsz') + 20, film.indexOf('stsz') + 16 + 60 * 4);
  expect(await measure(film, 'video/mp4')).toBe(33);
});

test('frames that do not fit into the file are not believed', async () => {
  const film = movie('isom', 1000, [], 2);
  // One size for all frames, and then for more than the file can have.
  film.writeUInt32BE(200, film.indexOf('stsz') + 8);
  expect(await measure(film, 'video/mp4')).toBeNull();
  film.writeUInt32BE(10, film.indexOf('stsz') + 8);
  expect(await measure(film, 'video/mp4')).toBe(2000);
  film.writeUInt32BE(film.length, film.indexOf('stsz') + 12);
  expect(await measure(film, 'video/mp4')).toBeNull();
});

test.each([
  [4, [0x11]],
  [8, [1]],
  [16, [0, 1]],
])('sizes in a table of %i bits are read', async (bits, entry) => {
  const film = movie('isom', 1000, [], 2);
  const table = film.indexOf('stsz');
  film.write('stz2', table, 'latin1');
  film.writeUInt32BE(bits, table + 8);
  film.fill(0, table + 16, table + 16 + 240);
  // Ten frames of one byte.
  film.fill(Buffer.from(entry), table + 16, table + 16 + (10 * bits) / 8);
  expect(await measure(film, 'video/mp4')).toBe(333);
});

test('a length of more than 12 hours is not believed', async () => {
  const film = movie('isom', 1000, [], 721);
  // 21,630 frames of two seconds each.
  film.writeUInt32BE(2 * 600, film.indexOf('stts') + 16);
  expect(await measure(film, 'video/mp4')).toBeNull();
});

test('an MP4 in fragments, as Safari records it, is measured by its runs of frames', async () => {
  const media = box(
    'mdia',
    box('mdhd', uint32(0, 0, 0, 600, 0, 0)),
    box('hdlr', uint32(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
    box('minf', box('stbl', box('stts', uint32(0, 0)))),
  );
  const header = box('tkhd', uint32(0, 0, 0, 7), Buffer.alloc(68));
  const usual = box('mvex', box('trex', uint32(0, 7, 1, 20, 0, 0)));
  const moov = box('moov', box('mvhd', Buffer.alloc(100)), box('trak', header, media), usual);
  const sized = box('trun', uint32(0x200, 90, ...Array.from({ length: 90 }, () => 1)));
  // 90 frames of the usual 20 units, a run that only states a number, then 3 frames with durations of their own, then a
  // fragment of another track.
  const first = box('moof', box('traf', box('tfhd', uint32(0, 7)), sized));
  const own = box('trun', uint32(0x100, 3, 200, 200, 200));
  const stated = box('moof', box('traf', box('tfhd', uint32(0, 7)), box('trun', uint32(0, 90))));
  const second = box('moof', box('traf', box('tfhd', uint32(0, 7)), own));
  const other = box('moof', box('traf', box('tfhd', uint32(0, 8)), sized));
  const film = Buffer.concat([box('ftyp', Buffer.alloc(8)), moov, first, stated, second, other]);
  expect(await measure(film, 'video/mp4')).toBe(4000);
  film.writeUInt32BE(film.length, film.indexOf('trun') + 12);
  expect(await measure(film, 'video/mp4')).toBeNull();
});

test.each([2, 60])(
  'a recording of %i seconds without any length is measured by its frames',
  async (seconds) => {
    expect(await measure(recording(seconds), 'video/webm')).toBe(seconds * 1000 - 100);
    expect(await measure(recording(2, 400_000), 'video/webm')).toBe(1900);
  },
);

test('a recording that was cut off is measured up to there', async () => {
  const film = recording(10);
  expect(await measure(film.subarray(0, film.length / 2), 'video/webm')).toBeGreaterThan(4000);
});

test('a video without frames has no length', async () => {
  expect(await measure(webm(), 'video/webm')).toBeNull();
  expect(await measure(movie('isom', 1000, [], 0), 'video/mp4')).toBeNull();
  expect(await measure(Buffer.from('no video'), 'video/mp4')).toBeNull();
});
