import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listApplications } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { listOwnStrikes } from '#applications/strike-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { sampleWaitingPayment } from '#payments/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { listProofs } from '#proofs/contract.ts';
import { proofSample } from '#proofs/sample.ts';
import { listRatingExchanges } from '#ratings/contract.ts';
import Applications from '../applications.tsx';
import { toWork } from './work.ts';

const { campaignId } = applicationSample;
const approved = { ...applicationSample, status: 'approved' as const };
const proof = { ...proofSample, campaignId };
const paid = { ...sampleWaitingPayment, campaignId, status: 'completed' as const };
const others = [
  stubCall(listOwnStrikes, { strikes: [], pausedUntil: null }),
  stubCall(listApplications, [approved]),
  stubCall(listRatingExchanges, []),
];
/** Two days after the sample campaign. */
const clock = createManualClock(new Date('2026-12-03T17:00:00.000Z'));

test('uses the newest proof, including whether a new one may be sent', () => {
  const first = { ...proof, status: 'rejected' as const, can: { ...proof.can, resend: true } };
  expect(toWork(campaignId, [], [])).toEqual({ proof: null, maySendProof: true, payment: null });
  expect(toWork(campaignId, [first], [])).toMatchObject({
    proof: { status: 'rejected' },
    maySendProof: true,
  });
  const disputed = { ...first, can: { ...proof.can, resend: false } };
  expect(toWork(campaignId, [disputed], []).maySendProof).toBe(false);
  expect(toWork(campaignId, [proof, first], [paid])).toMatchObject({
    proof: { status: proof.status },
    maySendProof: false,
    payment: 'completed',
  });
  expect(toWork('another', [proof], [paid])).toMatchObject({ proof: null, payment: null });
});

test('shows the state of the work from proofs and payments in My applications', async () => {
  stubNetwork(
    ...others,
    stubCall(listProofs, [{ ...proof, status: 'approved' }]),
    stubCall(listPayments, [paid]),
  );
  renderScreen(<Applications />, { clock });
  expect(await screen.findByText('Paid')).toBeTruthy();
});

test('shows an error instead of the list if proofs fail to load, and lets the user retry', async () => {
  stubNetwork(...others, stubRefusal(listProofs, 'server/busy'), stubCall(listPayments, [paid]));
  renderScreen(<Applications />, { clock });
  await screen.findByRole('alert');
  expect(screen.queryByRole('list', { name: 'Applications' })).toBeNull();
  stubNetwork(...others, stubCall(listProofs, []), stubCall(listPayments, []));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Proof due')).toBeTruthy();
});
