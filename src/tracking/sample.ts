import type { LiveLocation, Presence, TrackingSession } from './contract.ts';

export const trackingSessionSample: TrackingSession = {
  id: '4f7c2a10-1f0b-4d55-9a3e-6a2b0c9d8e71',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  marketerId: 'd1b2f3a4-0c5d-6e7f-8091-a2b3c4d5e6f7',
  startTime: '2026-12-01T16:55:00.000Z',
  endTime: null,
  isRunning: true,
};

export const liveLocationSample: LiveLocation = {
  id: trackingSessionSample.id,
  marketerId: trackingSessionSample.marketerId,
  latitude: 37.7912,
  longitude: -122.3987,
  accuracy: 600,
  timestamp: '2026-12-01T17:20:30.000Z',
  lastHeartbeat: '2026-12-01T17:20:30.000Z',
  isActive: true,
  isInZone: true,
};

export const presenceSample: Presence = {
  minutesInside: 86.5,
  coverage: 0.97,
  distanceMeters: 3120,
  longestGapSeconds: 95,
  fixes: 349,
  score: 0.961,
  signals: [{ kind: 'too-fast', weight: 'medium', count: 4, firstAt: '2026-12-01T17:32:15.000Z' }],
};
