import { describe, expect, it } from 'vitest';
import type { Signal } from '#tracking/contract.ts';
import { proofProcess } from '../contract.ts';
import {
  checkDecision,
  toStrength,
  listMissingParts,
  type Offered,
  type Requirements,
  type StrengthFacts,
  checkSession,
  checkSubmittable,
  type WorkFacts,
} from './rules.ts';

const wearable: Requirements = {
  isWearable: true,
  videoMinutes: 2,
  requiresSelfie: true,
  requiresLocationCheck: true,
};
const social: Requirements = {
  isWearable: false,
  videoMinutes: 2,
  requiresSelfie: true,
  requiresLocationCheck: true,
};
const offered = (changes: Partial<Offered>): Offered => ({
  kinds: [],
  postUrl: undefined,
  session: null,
  ...changes,
});

describe('missing parts of a proof', () => {
  it.each([
    ['all of it', {}, [], { media: 'Add a selfie and a 2-minute video' }],
    ['the video', {}, ['selfie', 'photo'], { media: 'Add a 2-minute video' }],
    ['the selfie', {}, ['photo', 'video'], { media: 'Add a selfie' }],
    ['nothing', {}, ['selfie', 'video'], {}],
    ['no video where none is asked for', { videoMinutes: 0 }, ['selfie'], {}],
    ['a photo at least', { videoMinutes: 0, requiresSelfie: false }, [], { media: 'Add a photo' }],
    ['nothing with any picture', { videoMinutes: 0, requiresSelfie: false }, ['screenshot'], {}],
  ] as const)('of a wearable campaign: %s', (_, changes, kinds, fields) => {
    expect(listMissingParts({ ...wearable, ...changes }, offered({ kinds }))).toEqual(fields);
  });

  it('of a social campaign: only the post link', () => {
    expect(listMissingParts(social, offered({ kinds: ['screenshot'] }))).toEqual({
      postUrl: 'Add the link to your post',
    });
    expect(listMissingParts(social, offered({ postUrl: 'https://social.example/1' }))).toEqual({});
  });
});

describe('a session', () => {
  it.each([
    [wearable, null, 'proof/missing-presence'],
    [wearable, { isRunning: false, wasInZone: false }, 'proof/missing-presence'],
    [wearable, { isRunning: true, wasInZone: true }, 'proof/session-running'],
    [wearable, { isRunning: false, wasInZone: true }, null],
    [{ ...wearable, requiresLocationCheck: false }, null, null],
    [
      { ...wearable, requiresLocationCheck: false },
      { isRunning: true, wasInZone: false },
      'proof/session-running',
    ],
    [social, null, null],
    [social, { isRunning: true, wasInZone: false }, 'proof/session-running'],
  ] as const)('%o with %o: %s', (asked, session, problem) => {
    expect(checkSession(asked, offered({ session }))).toBe(problem);
  });
});

describe('a proof of work', () => {
  const work: WorkFacts = {
    startTime: new Date('2026-11-10T12:00:00Z'),
    proofDueAt: new Date('2026-11-13T12:00:00Z'),
    isOver: false,
    isDisputed: false,
    rejected: 0,
  };
  it.each([
    ['the first', {}, '2026-11-10T12:00:00Z', null],
    ['before the start', {}, '2026-11-10T11:59:59Z', 'proof/too-early'],
    ['at its deadline', {}, '2026-11-13T12:00:00Z', null],
    ['behind its deadline', {}, '2026-11-13T12:00:01Z', 'proof/too-late'],
    ['of a completed campaign', { isOver: true }, '2026-11-11T12:00:00Z', 'proof/too-late'],
    ['after a rejection', { rejected: 1 }, '2026-11-11T12:00:00Z', null],
    ['after two', { rejected: 2 }, '2026-11-11T12:00:00Z', 'proof/used-up'],
    [
      'after one that was disputed',
      { rejected: 1, isDisputed: true },
      '2026-11-11T12:00:00Z',
      'proof/disputed',
    ],
  ] as const)('%s', (_, changes, now, refusal) => {
    expect(checkSubmittable({ ...work, ...changes }, new Date(now))).toBe(refusal);
  });
});

describe('a decision', () => {
  it.each([
    ['pending', 'approved', 'advertiser', 'approved'],
    ['pending', 'rejected', 'advertiser', 'rejected'],
    ['pending', 'approved', 'platform', 'approved'],
    ['pending', 'rejected', 'platform', null],
    ['approved', 'approved', 'advertiser', 'same'],
    ['approved', 'rejected', 'advertiser', null],
    ['rejected', 'rejected', 'advertiser', 'same'],
    ['rejected', 'approved', 'advertiser', null],
    ['rejected', 'approved', 'platform', null],
    ['approved', 'rejected', 'platform', null],
  ] as const)('%s → %s by the %s: %s', (present, asked, actor, next) => {
    expect(checkDecision(present, asked, actor)).toBe(next);
  });

  it('is an admin’s if the proof is weak; later only an ended dispute changes it', () => {
    expect(proofProcess.open('pending', 'admin')).toEqual(['approve', 'reject']);
    expect(proofProcess.open('rejected', 'admin')).toEqual([]);
    expect(proofProcess.open('rejected', 'platform')).toEqual(['uphold']);
    expect(proofProcess.open('approved', 'platform')).toEqual(['overrule']);
  });
});

describe('toStrength', () => {
  const presence = {
    minutesInside: 80,
    coverage: 1,
    distanceMeters: 1000,
    longestGapSeconds: 30,
    fixes: 300,
    score: 0.9,
    signals: [] as Signal[],
  };
  const sign = (weight: Signal['weight']): Signal => ({ kind: 'clock', weight, count: 1, firstAt: null });
  const facts = {
    isWearable: true,
    requiresLocationCheck: true,
    durationMinutes: 90,
    presence,
    mediaSigns: [],
    isMediaMeasured: true,
    areChecksPassed: true,
  };

  it.each([
    ['strong', {}],
    ['ordinary', { isMediaMeasured: false }],
    ['ordinary', { areChecksPassed: false }],
    ['ordinary', { mediaSigns: [{ weight: 'medium' }] }],
    ['weak', { mediaSigns: [{ weight: 'high' }] }],
    ['weak', { isWearable: false, presence: null, mediaSigns: [{ weight: 'high' }] }],
    ['ordinary', { presence: { ...presence, minutesInside: 45 } }],
    ['weak', { presence: { ...presence, minutesInside: 44.9 } }],
    ['weak', { presence: { ...presence, minutesInside: 0 } }],
    ['weak', { presence: { ...presence, signals: [sign('high')] } }],
    ['ordinary', { presence: { ...presence, signals: [sign('medium')] } }],
    ['strong', { presence: { ...presence, signals: [sign('low')] } }],
    ['weak', { presence: null }],
    ['ordinary', { presence: null, requiresLocationCheck: false }],
    ['weak', { presence: { ...presence, minutesInside: 1 }, requiresLocationCheck: false }],
    ['ordinary', { isWearable: false, presence: null, durationMinutes: null }],
  ] as const)('%s: %o', (strength, changes) => {
    expect(toStrength({ ...facts, ...changes } as StrengthFacts)).toBe(strength);
  });
});
