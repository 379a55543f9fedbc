import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** Announced for the first session of an application. */
export const sessionStarted = defineEvent(
  'tracking.session-started',
  z.object({ campaignId: Id, marketerId: Id }),
);

export const spotCheckAsked = defineEvent(
  'tracking.spot-check-asked',
  z.object({ campaignId: Id, marketerId: Id, answerBy: IsoTime }),
);

const SessionFact = z.object({ sessionId: Id, campaignId: Id, marketerId: Id });

/** Announced for every session. */
export const sessionBegun = defineEvent('tracking.session-begun', SessionFact);
export const sessionEnded = defineEvent('tracking.session-ended', SessionFact);

/** Found after the session had ended: its path agrees with an earlier one. */
export const signFound = defineEvent('tracking.sign-found', z.object({ sessionId: Id }));
