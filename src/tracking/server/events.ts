import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** A marketer started to work. Announced for the first session of an application. */
export const sessionStarted = defineEvent(
  'tracking.session-started',
  z.object({ campaignId: Id, marketerId: Id }),
);

/** A marketer is asked for a photo on the spot, now. */
export const spotCheckAsked = defineEvent(
  'tracking.spot-check-asked',
  z.object({ campaignId: Id, marketerId: Id, answerBy: IsoTime }),
);

/** A session got a sign after it had ended, because its path agrees with an earlier one. */
export const signFound = defineEvent('tracking.sign-found', z.object({ sessionId: Id }));
