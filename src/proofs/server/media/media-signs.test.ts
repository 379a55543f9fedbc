import { describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import type { MediaKind } from '#proofs/contract.ts';
import type { MediaSign } from '#proofs/media-contract.ts';
import {
  compareSketches,
  findMediaSigns,
  findMostShared,
  isAllMeasured,
  type MediaFacts,
  replaceSigns,
  type WorkContext,
} from './media-signs.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const work: WorkContext = {
  isWearable: true,
  videoMinutes: 2,
  requiresSelfie: true,
  spans: [{ from: at('12:00'), to: at('13:30') }],
  zone: { lat: 37.7897, lng: -122.4001, radiusMeters: 500 },
  now: at('13:40'),
};
const noExif = { takenAt: null, place: null, hasCamera: false };
const capture = { issuedAt: at('11:50'), takenAt: at('13:00') };
const selfie: MediaFacts = {
  kind: 'selfie',
  isVideo: false,
  durationMs: null,
  capture,
  exif: noExif,
  nearestImageBits: null,
  nearestVideo: null,
  ownVideo: null,
};
const video: MediaFacts = { ...selfie, kind: 'video', isVideo: true, durationMs: 2 * MINUTE };
const chosen: MediaFacts = { ...selfie, capture: null };

const kinds = (files: MediaFacts[], changes: Partial<WorkContext> = {}) =>
  findMediaSigns(files, { ...work, ...changes }).map(({ kind, weight }) => `${kind} ${weight}`);

describe('signs of a file', () => {
  it.each<[string, MediaFacts, string[]]>([
    ['none, taken in the page during the work', selfie, []],
    ['none, chosen and without metadata', chosen, []],
    ['the same image', { ...selfie, nearestImageBits: 4 }, ['same-image high']],
    ['a similar image', { ...selfie, nearestImageBits: 10 }, ['similar-image medium']],
    ['another image', { ...selfie, nearestImageBits: 12 }, []],
    ['the same video', { ...video, nearestVideo: { shared: 32, of: 32 } }, ['same-video high']],
    ['half of a video', { ...video, nearestVideo: { shared: 2, of: 4 } }, ['same-video high']],
    ['a part of a video', { ...video, nearestVideo: { shared: 2, of: 5 } }, ['part-of-video medium']],
    ['one frame of another video', { ...video, nearestVideo: { shared: 1, of: 1 } }, []],
    ['another video', { ...video, ownVideo: { shared: 0, of: 32 } }, []],
    ['a video twice', { ...video, ownVideo: { shared: 32, of: 32 } }, ['repeated-video high']],
    [
      'metadata of a camera in a file of the page',
      { ...selfie, exif: { ...noExif, hasCamera: true } },
      ['not-from-page medium'],
    ],
    ['metadata of a camera in a chosen file', { ...chosen, exif: { ...noExif, hasCamera: true } }, []],
    ['soon after Stop', { ...selfie, capture: { ...capture, takenAt: at('13:35') } }, []],
    ['before the permit', { ...selfie, capture: { ...capture, takenAt: at('11:40') } }, ['clock medium']],
    [
      'after the server’s present',
      { ...selfie, capture: { ...capture, takenAt: at('13:50') } },
      ['clock medium'],
    ],
    ['long before the work', { ...chosen, exif: { ...noExif, takenAt: at('11:00') } }, ['other-time medium']],
    ['in the area', { ...chosen, exif: { ...noExif, place: { lat: 37.7897, lng: -122.392 } } }, []],
    [
      'far from it',
      { ...chosen, exif: { ...noExif, place: { lat: 37.85, lng: -122.4 } } },
      ['other-place medium'],
    ],
  ])('%s', (_, file, signs) => {
    expect(kinds([file, video])).toEqual(signs);
  });

  it('do not compare the time and place of a post’s screenshot', () => {
    const elsewhere = { ...chosen, exif: { ...noExif, takenAt: at('01:00'), place: { lat: 0, lng: 1 } } };
    expect(kinds([elsewhere], { isWearable: false })).toEqual([]);
  });

  it('say how far away, and in which file', () => {
    const early = { ...chosen, exif: { ...noExif, takenAt: at('10:00') } };
    expect(findMediaSigns([selfie, early, video], work)).toEqual([
      { kind: 'other-time', weight: 'medium', file: 1, amount: 120 },
    ]);
  });
});

describe('a video', () => {
  it.each([
    [2 * MINUTE, []],
    [114_000, []],
    [113_000, ['video-short medium']],
    [60_000, ['video-short medium']],
    [59_000, ['video-short high']],
    [null, ['video-unmeasured high']],
  ])('of %s ms where two minutes are asked: %j', (durationMs, signs) => {
    expect(kinds([selfie, { ...video, durationMs }])).toEqual(signs);
  });

  it('may be in parts', () => {
    expect(
      kinds([
        { ...video, durationMs: MINUTE },
        { ...video, durationMs: MINUTE },
      ]),
    ).toEqual([]);
  });

  it('may be short where none is asked', () => {
    expect(kinds([{ ...video, durationMs: 1000 }], { videoMinutes: 0 })).toEqual([]);
  });
});

describe('sketches of videos', () => {
  it('compares what both would have kept', () => {
    // The first leaves out all above 'd'. The second is short, so it has all of its frames.
    expect(compareSketches(['a', 'b', 'c', 'd'], ['b', 'd', 'e'], 4)).toEqual({ shared: 2, of: 2 });
    expect(compareSketches(['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h'], 4)).toEqual({ shared: 0, of: 0 });
    expect(compareSketches(['a', 'b'], ['a', 'b'], 4)).toEqual({ shared: 2, of: 2 });
  });

  it('takes the comparison with the largest share, then with most frames', () => {
    expect(findMostShared([])).toBeNull();
    const compared = [
      { shared: 0, of: 0 },
      { shared: 3, of: 32 },
      { shared: 2, of: 2 },
      { shared: 5, of: 5 },
    ];
    expect(findMostShared(compared)).toEqual({ shared: 5, of: 5 });
    const clip = { shared: 1, of: 1 };
    expect(findMostShared([clip, { shared: 20, of: 32 }])).toEqual({ shared: 20, of: 32 });
    expect(findMostShared([clip])).toBeNull();
  });
});

describe('everything is measured', () => {
  it.each<[string, MediaFacts[], Partial<WorkContext>, boolean]>([
    ['selfie and video of the page', [selfie, video], {}, true],
    ['a chosen selfie', [chosen, video], {}, false],
    ['a chosen video', [selfie, { ...video, capture: null }], {}, false],
    ['a short video', [selfie, { ...video, durationMs: MINUTE }], {}, false],
    ['no video asked', [selfie], { videoMinutes: 0 }, true],
    ['only a photo asked', [{ ...selfie, kind: 'photo' }], { videoMinutes: 0, requiresSelfie: false }, true],
    ['only a chosen photo', [chosen], { videoMinutes: 0, requiresSelfie: false }, false],
    ['a post', [selfie, video], { isWearable: false }, false],
  ])('%s: %s', (_, files, changes, expected) => {
    expect(isAllMeasured(files, { ...work, ...changes })).toBe(expected);
  });
});

describe('signs after files are sent again', () => {
  const sign = (kind: MediaSign['kind'], weight: MediaSign['weight'], file: number | null): MediaSign => ({
    kind,
    weight,
    file,
    amount: null,
  });
  const shownFiles = [{ kind: 'selfie' }, { kind: 'video' }, { kind: 'photo' }] as const;
  const found = [
    sign('same-image', 'high', 0),
    sign('video-short', 'medium', null),
    sign('other-place', 'medium', 2),
  ];
  const replace = (replaced: MediaKind[], added: MediaSign[] = []) =>
    replaceSigns(found, shownFiles, { kinds: new Set(replaced), added });

  it('signs follow their files to the new order, and go with the files that are replaced', () => {
    expect(replace(['selfie'], [sign('clock', 'medium', 0)])).toEqual([
      sign('video-short', 'medium', null),
      sign('other-place', 'medium', 1),
      sign('clock', 'medium', 2),
    ]);
  });

  it('a new video replaces the sign about all videos, a new photo does not', () => {
    expect(replace(['video'], [sign('video-unmeasured', 'high', null)])).toEqual([
      sign('same-image', 'high', 0),
      sign('video-unmeasured', 'high', null),
      sign('other-place', 'medium', 1),
    ]);
    expect(replace(['photo'])).toEqual([sign('same-image', 'high', 0), sign('video-short', 'medium', null)]);
  });

  it('a kind that the first proof did not have replaces nothing', () => {
    expect(replace(['screenshot'], [sign('similar-image', 'medium', 0)])).toContainEqual(
      sign('similar-image', 'medium', 3),
    );
  });
});
