import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import type { Application } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, renderScreen } from '#platform/web/screen-test.tsx';
import { proofSample } from '#proofs/sample.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { isTrackable, TrackingPanels, listTrackableWork } from './tracking-panels.tsx';

const start = new Date('2026-12-01T17:00:00.000Z');
const minutesAfterStart = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const work: Application = {
  ...applicationSample,
  status: 'approved',
  campaign: {
    ...applicationSample.campaign,
    status: 'active',
    campaignType: 'wearable',
    startTime: start.toISOString(),
  },
};
const later: Application = {
  ...work,
  id: '8d0c5a0e-5c0f-4c0b-8a1e-0c8f3a6f7d21',
  campaignId: '8d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaign: { ...work.campaign, startTime: minutesAfterStart(24 * 60).toISOString() },
};

test('sorts by start and drops work that needs no more proof', () => {
  expect(listTrackableWork([later, work], [])).toEqual([work, later]);
  const { campaignId } = work;
  const rejected = { ...proofSample, campaignId, status: 'rejected' as const };
  const may = (resend: boolean) => ({
    approve: false,
    reject: false,
    resend,
    answerSigns: false,
    askAgain: false,
    sendAgain: false,
  });
  expect(listTrackableWork([work], [{ ...rejected, can: may(true) }])).toEqual([work]);
  expect(listTrackableWork([work], [{ ...rejected, can: may(false) }])).toEqual([]);
});

test.each([
  [-31, false],
  [-30, true],
  [60, true],
  [60 * 48, false],
])('%i minutes after the start, work is trackable: %s', (minutes, can) => {
  expect(isTrackable(work, minutesAfterStart(minutes))).toBe(can);
});

test.each([
  [-10, 0],
  [10, 1],
])('%i minutes after the start, shows this many links to the proof: %i', async (minutes, ways) => {
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getCampaign, campaignSample),
    stubCall(getOwnSession, { session: null }),
  );
  renderScreen(<TrackingPanels works={[work]} />, { clock: createManualClock(minutesAfterStart(minutes)) });
  await screen.findByRole('button', { name: 'Start Tracking' });
  expect(screen.queryAllByRole('link', { name: 'Add proof' })).toHaveLength(ways);
});

function showWork(closed?: 'not-yet') {
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getCampaign, campaignSample),
    stubCall(getOwnSession, { session: null, closed }),
  );
  renderScreen(<TrackingPanels works={[work]} />, { clock: createManualClock(minutesAfterStart(-10)) });
}

test('shows a drawing of the place, and its map and the focus on it once asked', async () => {
  showWork();
  await userEvent.click(await screen.findByRole('button', { name: /^Show map/ }));
  expect(await screen.findByText('Map Unavailable')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('Map Unavailable');
});

test('shows neither a place nor a button before tracking opens', async () => {
  showWork('not-yet');
  await screen.findByText(/^Tracking opens/);
  expect(screen.queryByRole('button', { name: 'Start Tracking' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Show map/ })).toBeNull();
});
