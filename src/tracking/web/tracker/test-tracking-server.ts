import { getCurrentUser } from '#auth/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { endSession, getOwnSession, startSession, updateLocation } from '../../contract.ts';
import { taken } from '../test-tracking.ts';

export const now = new Date('2026-12-01T17:30:00.000Z');
export const session = {
  id: '7d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c77',
  campaignId: campaignSample.id,
  marketerId: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  startTime: now.toISOString(),
  endTime: null,
  isRunning: true,
};
export const watchedBy = { viewers: 0, lastAt: null };
export const presence = {
  minutesInside: 12.4,
  coverage: 0.95,
  distanceMeters: 2310,
  longestGapSeconds: 40,
  fixes: 50,
  score: 0.14,
  signals: [],
};
export function trackingServer(
  clock: { now: () => Date },
  present: { running: boolean },
  more: Parameters<typeof stubNetwork> = [],
) {
  return stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, () => ({
      session: present.running ? { ...session, presence, watchedBy, total: null } : null,
    })),
    stubCall(startSession, () => {
      present.running = true;
      return { ...session, now: clock.now().toISOString() };
    }),
    stubCall(endSession, () => {
      present.running = false;
      return { ...session, isRunning: false, endTime: clock.now().toISOString() };
    }),
    stubCall(updateLocation, taken),
    ...more,
  );
}

export const sentBy = (received: ReturnType<typeof stubNetwork>) =>
  received.filter(({ endpoint }) => endpoint === updateLocation).map(({ body }) => body);
