import { expect, test } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { listPossibleKinds, assignKinds, listRequirements } from './submit-requirements.ts';

const nothing = { kinds: [], postUrl: '', isAdDisclosed: false, wasInside: false };
const social = { ...campaignSample, campaignType: 'social' } as const;
const asking = (changes: Partial<typeof campaignSample.proofRequirements>) => ({
  ...campaignSample,
  proofRequirements: { ...campaignSample.proofRequirements, ...changes },
});

const missingFor = (...[campaign, offered]: Parameters<typeof listRequirements>) =>
  listRequirements(campaign, offered)
    .filter(({ isMet }) => !isMet)
    .map(({ missing }) => missing);

test('lists the requirements of a wearable campaign', () => {
  expect(missingFor(campaignSample, nothing)).toEqual([
    'Add a selfie',
    'Add a 2-minute video',
    'Start tracking inside the campaign area',
  ]);
  expect(missingFor(campaignSample, { ...nothing, kinds: ['video', 'selfie'], wasInside: true })).toEqual([]);
});

test('requires one file if nothing special is required', () => {
  const plain = asking({ requireSelfie: false, requireLocationCheck: false, videoDuration: 0 });
  expect(missingFor(plain, nothing)).toEqual(['Add a photo']);
  expect(missingFor(plain, { ...nothing, kinds: ['screenshot'] })).toEqual([]);
});

test('requires the post link of a social campaign, and that it is marked as an ad', () => {
  const label = 'Mark your post as an ad, then tick this';
  expect(missingFor(social, nothing)).toEqual(['Add the link to your post', label]);
  const posted = { ...nothing, postUrl: 'https://instagram.com/p/1' };
  expect(missingFor(social, posted)).toEqual([label]);
  expect(missingFor(social, { ...posted, isAdDisclosed: true })).toEqual([]);
});

const file = (key: string, type: string) => ({ key, type, name: `${key}.file` });

test('treats the first picture as the selfie unless the user says otherwise', () => {
  const files = [file('a', 'video/mp4'), file('b', 'image/png'), file('c', 'image/jpeg')];
  expect(assignKinds(files, {}, campaignSample)).toEqual(['video', 'selfie', 'photo']);
  expect(assignKinds(files, { c: 'selfie' }, campaignSample)).toEqual(['video', 'photo', 'selfie']);
  expect(assignKinds(files, { b: 'screenshot' }, campaignSample)).toEqual(['video', 'screenshot', 'selfie']);
  expect(assignKinds(files, {}, asking({ requireSelfie: false }))).toEqual(['video', 'photo', 'photo']);
  expect(assignKinds(files, {}, social)).toEqual(['video', 'screenshot', 'screenshot']);
});

test('treats a video as a video even if the browser does not know its type', () => {
  expect(listPossibleKinds({ type: '', name: 'walk.MOV' })).toEqual(['video']);
  expect(listPossibleKinds({ type: 'image/webp', name: 'a.webp' })).not.toContain('video');
});
