import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { MINUTE } from '#kernel/time.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { getOwnSession } from '#tracking/contract.ts';
import type { SpotCheck } from '#tracking/spot-check-contract.ts';
import { issueCapturePermit } from '../../media-contract.ts';
import { SpotCheckNotice, SpotCheckResults } from './spot-check-notice.tsx';

const campaign = {
  ...campaignSample,
  proofRequirements: { ...campaignSample.proofRequirements, spotChecks: 1 },
};
const asked: SpotCheck = {
  id: '2d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c02',
  number: 1,
  state: 'asked',
  askedAt: '2026-12-01T17:00:00.000Z',
  code: 'HK4W7',
  millisecondsLeft: 9 * MINUTE,
};

test('asks for a photo until the time is over, and then says that it was missed', async () => {
  // The time that a response arrived comes from the system's clock.
  const clock = createManualClock(new Date());
  const permit = { id: asked.id, issuedAt: asked.askedAt, now: clock.now().toISOString() };
  let present = asked;
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(issueCapturePermit, permit),
    stubCall(getOwnSession, () => ({ session: null, spotChecks: [present] })),
  );
  const notice = (
    <>
      <SpotCheckNotice campaign={campaign} />
      <SpotCheckResults campaign={campaign} />
    </>
  );
  renderScreen(notice, { clock });
  expect(await screen.findByRole('heading', { name: 'Take a photo now' })).toBeTruthy();
  expect(screen.getByText('HK4W7')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^(8:5\d|9:0\d)$/);
  expect(await screen.findByRole('button', { name: 'Take photo' })).toBeTruthy();

  present = { ...asked, state: 'missed', millisecondsLeft: 0 };
  act(() => clock.advance(10 * MINUTE));
  expect(await screen.findByText(/^You missed the photo check/)).toBeTruthy();
  expect(screen.queryByText('HK4W7')).toBeNull();
});
