import { expect, test } from 'vitest';
import { MAX_TEAM_PEOPLE } from '../contract.ts';
import { hasRoom, isExpired, isOpen, getPermissions } from './rules.ts';

const now = new Date('2026-11-02T15:00:00Z');
const later = new Date('2026-11-02T15:00:01Z');

test.each([
  ['owner', { read: true, decide: true, own: true }],
  ['manager', { read: true, decide: true, own: false }],
  ['viewer', { read: true, decide: false, own: false }],
  [undefined, { read: false, decide: false, own: false }],
] as const)('what the %s may do', (part, rights) => {
  expect(getPermissions(part)).toEqual(rights);
});

const waiting = { expiresAt: later, acceptedAt: null, revokedAt: null };

test('an invitation is open until it is accepted or revoked, and expires at its exact time', () => {
  expect(isOpen(waiting)).toBe(true);
  expect(isOpen({ ...waiting, acceptedAt: now })).toBe(false);
  expect(isOpen({ ...waiting, revokedAt: now })).toBe(false);
  expect(isExpired(waiting, now)).toBe(false);
  expect(isExpired(waiting, later)).toBe(true);
});

test('members and pending invitations together count towards the team limit', () => {
  const fill = (count: number, invitation: typeof waiting) => Array.from({ length: count }, () => invitation);
  expect(hasRoom(MAX_TEAM_PEOPLE - 1, [], now)).toBe(true);
  expect(hasRoom(MAX_TEAM_PEOPLE, [], now)).toBe(false);
  expect(hasRoom(MAX_TEAM_PEOPLE - 2, fill(1, waiting), now)).toBe(true);
  expect(hasRoom(MAX_TEAM_PEOPLE - 2, fill(2, waiting), now)).toBe(false);
  expect(hasRoom(MAX_TEAM_PEOPLE - 2, fill(9, { ...waiting, expiresAt: now }), now)).toBe(true);
});
