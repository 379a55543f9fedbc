import { expect, test } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { kindsFor, kindsOf, requirementsOf } from './submit-requirements.ts';

const nothing = { kinds: [], postUrl: '', wasInside: false };
const social = { ...campaignSample, campaignType: 'social' } as const;
const asking = (changes: Partial<typeof campaignSample.proofRequirements>) => ({
  ...campaignSample,
  proofRequirements: { ...campaignSample.proofRequirements, ...changes },
});

const missingFor = (...[campaign, offered]: Parameters<typeof requirementsOf>) =>
  requirementsOf(campaign, offered)
    .filter(({ isMet }) => !isMet)
    .map(({ missing }) => missing);

test('a wearable campaign asks for what it was set to', () => {
  expect(missingFor(campaignSample, nothing)).toEqual([
    'Please add a selfie',
    'Please add a video of 2 min',
    'Start tracking inside the campaign’s area',
  ]);
  expect(missingFor(campaignSample, { ...nothing, kinds: ['video', 'selfie'], wasInside: true })).toEqual([]);
});

test('without special wishes one file is enough', () => {
  const plain = asking({ requireSelfie: false, requireLocationCheck: false, videoDuration: 0 });
  expect(missingFor(plain, nothing)).toEqual(['Please add a photo']);
  expect(missingFor(plain, { ...nothing, kinds: ['screenshot'] })).toEqual([]);
});

test('a social campaign asks for the post', () => {
  expect(missingFor(social, nothing)).toEqual(['Please add the address of your post']);
  expect(missingFor(social, { ...nothing, postUrl: 'https://example.com/p/1' })).toEqual([]);
});

const file = (uploadId: string, type: string) => ({ uploadId, type, name: `${uploadId}.file` });

test('the first picture is taken for the selfie until somebody says otherwise', () => {
  const files = [file('a', 'video/mp4'), file('b', 'image/png'), file('c', 'image/jpeg')];
  expect(kindsOf(files, {}, campaignSample)).toEqual(['video', 'selfie', 'photo']);
  expect(kindsOf(files, { c: 'selfie' }, campaignSample)).toEqual(['video', 'photo', 'selfie']);
  expect(kindsOf(files, { b: 'screenshot' }, campaignSample)).toEqual(['video', 'screenshot', 'selfie']);
  expect(kindsOf(files, {}, asking({ requireSelfie: false }))).toEqual(['video', 'photo', 'photo']);
  expect(kindsOf(files, {}, social)).toEqual(['video', 'screenshot', 'screenshot']);
});

test('a video is only a video, also where the browser does not know its type', () => {
  expect(kindsFor({ type: '', name: 'walk.MOV' })).toEqual(['video']);
  expect(kindsFor({ type: 'image/webp', name: 'a.webp' })).not.toContain('video');
});
