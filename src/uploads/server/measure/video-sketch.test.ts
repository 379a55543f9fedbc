import { expect, test } from 'vitest';
import { type ContentType, SKETCH_FRAMES } from '../../contract.ts';
import { openContent } from '../content-bytes.ts';
import { movie, recording } from '../sample-media.ts';
import { toFragments, toMovie, toWebm, videoFrames } from '../sample-videos.ts';
import { checkVideo } from '../video-structure.ts';
import { sketchVideo } from './video-sketch.ts';

async function sketch(content: Buffer, type: ContentType = 'video/mp4'): Promise<string[]> {
  const bytes = await openContent(content);
  expect(await checkVideo(bytes, type)).toBeNull();
  return sketchVideo(bytes, type);
}

const shared = (one: string[], other: string[]) => one.filter((frame) => other.includes(frame)).length;

const frames = videoFrames('walk', 100);

test.each<[string, Buffer, ContentType]>([
  ['with other metadata', toMovie(frames, { place: true }), 'video/mp4'],
  ['with its tables first', toMovie(frames, { tailFirst: true }), 'video/mp4'],
  ['in fragments', toFragments(frames), 'video/mp4'],
  ['as WebM', toWebm(frames), 'video/webm'],
])('the same frames have the same sketch: %s', async (_, content, type) => {
  const found = await sketch(toMovie(frames));
  expect(found).toHaveLength(SKETCH_FRAMES);
  expect(await sketch(content, type)).toEqual(found);
});

test('a part of a video shares some of its frames, another video none', async () => {
  const whole = await sketch(toMovie(frames));
  const half = await sketch(toWebm(frames.slice(50)), 'video/webm');
  expect(shared(whole, half)).toBeGreaterThanOrEqual(8);
  expect(shared(whole, half)).toBeLessThan(SKETCH_FRAMES);
  expect(shared(whole, await sketch(toMovie(videoFrames('other walk', 100))))).toBe(0);
});

test('a short video has a short sketch', async () => {
  expect(await sketch(toMovie(frames.slice(0, 5)))).toHaveLength(5);
});

test('small frames do not count: they can be the same in different videos', async () => {
  expect(await sketch(movie('isom'))).toEqual([]);
  expect(await sketch(recording(3), 'video/webm')).toEqual([]);
});

test('what tables claim beyond the file is not read', async () => {
  const film = toMovie(frames);
  film.fill(0xff, film.indexOf('stco') + 12, film.indexOf('stco') + 12 + 34 * 4);
  expect(await sketch(film)).toEqual([]);

  const overlapping = toMovie(frames);
  // A hundred chunks of a million frames at the same place.
  overlapping.writeUInt32BE(1_000_000, overlapping.indexOf('stsc') + 16);
  const sizes = overlapping.indexOf('stsz');
  overlapping.writeUInt32BE(overlapping.length - 8000, sizes + 8);
  overlapping.writeUInt32BE(0xffffffff, sizes + 12);
  expect((await sketch(overlapping)).length).toBeLessThanOrEqual(1);
  expect(await sketchVideo(await openContent(Buffer.from('no video')), 'video/mp4')).toEqual([]);
});

test.each([toMovie(frames), toFragments(frames)])('a file that was cut off does not fail', async (film) => {
  for (let length = 0; length < film.length; length += 4999) {
    const found = await sketchVideo(await openContent(film.subarray(0, length)), 'video/mp4');
    expect(found.length).toBeLessThanOrEqual(SKETCH_FRAMES);
  }
});
