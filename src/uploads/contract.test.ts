import { expect, test } from 'vitest';
import { t } from '#kernel/text.ts';
import { largestBytes, purposes, Upload, uploadProcess, wrongKindText } from './contract.ts';
import { sampleUpload } from './sample.ts';

test('the sample is a valid upload', () => {
  expect(Upload.parse(sampleUpload)).toEqual(sampleUpload);
});

test.each([
  ['proof', 200],
  ['brand-asset', 10],
  ['profile-photo', 5],
  ['business-logo', 5],
] as const)('%s accepts at most %i MB, and its text says so', (purpose, megabytes) => {
  expect(largestBytes(purpose)).toBe(megabytes * 1024 * 1024);
  expect(t(purposes[purpose].text)).toContain(`${megabytes}MB`);
});

test.each([
  ['proof', t(purposes.proof.text)],
  ['brand-asset', t(purposes['brand-asset'].text)],
  ['profile-photo', 'Please select a valid image file'],
  ['business-logo', 'Please select a valid image file'],
] as const)('%s names the accepted types, and explains HEIC', (purpose, text) => {
  expect(wrongKindText('image/svg+xml', purposes[purpose])).toContain(text);
  expect(wrongKindText('image/heif', purposes[purpose])).toMatch(/HEIC.*Most Compatible/);
});

test.each([
  ['receiving', 'accept', 'platform', 'ready'],
  ['receiving', 'refuse', 'platform', 'refused'],
  ['ready', 'claim', 'owner', 'claimed'],
  ['receiving', 'claim', 'owner', null],
  ['refused', 'claim', 'owner', null],
  ['claimed', 'claim', 'owner', null],
  ['refused', 'accept', 'platform', null],
  ['ready', 'refuse', 'platform', null],
  ['receiving', 'accept', 'owner', null],
] as const)('%s: %s by the %s leads to %s', (state, name, actor, next) => {
  expect(uploadProcess.next(state, name, actor)).toBe(next);
});

test('brand assets are PNG, JPG or PDF up to 10MB', () => {
  expect(t(purposes['brand-asset'].text)).toBe('PNG, JPG or PDF up to 10MB');
  expect(Object.keys(purposes['brand-asset'].accepted)).toEqual([
    'image/png',
    'image/jpeg',
    'application/pdf',
  ]);
});
