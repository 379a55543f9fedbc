import { describe, expect, it } from 'vitest';
import type { Role } from '#kernel/endpoint.ts';
import type { PageHandle } from '#platform/web/page.ts';
import { type Access, decideAccess, getDeniedMessage } from './access.ts';
import { getNavigationLinks } from '../header/navigation.ts';

type Person = 'unknown' | 'visitor' | 'no type' | Role;
const people: Person[] = ['unknown', 'visitor', 'no type', 'marketer', 'advertiser', 'admin'];

const toUser = (person: Person) => {
  if (person === 'unknown') return undefined;
  if (person === 'visitor') return null;
  return { userType: person === 'no type' ? null : person };
};

const table: [name: string, handle: PageHandle, expected: Access[]][] = [
  ['any page', {}, ['wait', 'sign-in', 'selection', 'show', 'show', 'show']],
  [
    'a page of marketers',
    { roles: ['marketer'] },
    ['wait', 'sign-in', 'selection', 'show', 'denied', 'denied'],
  ],
  ['a page of admins', { roles: ['admin'] }, ['wait', 'sign-in', 'selection', 'denied', 'denied', 'show']],
  ['a page for all', { visitors: true }, ['wait', 'show', 'show', 'show', 'show', 'show']],
  [
    'a page of advertisers that visitors may try',
    { visitors: true, roles: ['advertiser'] },
    ['wait', 'show', 'selection', 'denied', 'show', 'denied'],
  ],
];

describe.each(table)('%s', (_, handle, expected) => {
  it.each(people.map((person, at) => [person, expected[at]] as const))('%s: %s', (person, access) => {
    expect(decideAccess(toUser(person), handle)).toBe(access);
  });
});

it('returns the messages of the specification', () => {
  expect(getDeniedMessage(['marketer'])).toBe('This page is for marketers only.');
  expect(getDeniedMessage(['admin'])).toBe('This page is for administrators only.');
});

it.each<[Role, string[]]>([
  [
    'marketer',
    ['Dashboard /marketer', 'Marketplace /marketplace', 'Payments /payments', 'Messages /messages'],
  ],
  [
    'advertiser',
    [
      'Dashboard /advertiser',
      'Create Campaign /create-campaign',
      'Review Proofs /proof-review',
      'Messages /messages',
    ],
  ],
  ['admin', ['Dashboard /admin', 'Admin Panel /admin']],
])('returns the navigation links of a %s', (role, links) => {
  expect(getNavigationLinks(role).map(({ label, to }) => `${label} ${to}`)).toEqual(links);
});
