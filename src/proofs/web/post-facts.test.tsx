import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen } from '#platform/web/screen-test.tsx';
import type { PostCheck } from '../post-contract.ts';
import { proofSample } from '../sample.ts';
import { PostFacts } from './post-facts.tsx';

const clock = createManualClock(new Date('2026-11-02T15:00:00Z'));
const due: PostCheck = {
  reason: 'first-day',
  dueAt: '2026-11-03T15:00:00.000Z',
  looker: 'business',
  state: 'due',
  checkedAt: null,
  checkedBy: null,
  seen: null,
};
const proof = { ...proofSample, postUrl: 'https://instagram.com/p/one', postChecks: [due] };

it.each([
  ['pending', 1],
  ['approved', 1],
  ['rejected', 0],
] as const)('the post of a %s proof has %d looks ahead', (status, looks) => {
  renderScreen(<PostFacts proof={{ ...proof, status }} reader="marketer" />, { clock });
  expect(screen.queryAllByText(/^After a day: the business looks from/)).toHaveLength(looks);
});
