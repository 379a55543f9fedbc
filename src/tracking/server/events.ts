import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** A marketer started to work. Announced for the first session of an application. */
export const sessionStarted = defineEvent(
  'tracking.session-started',
  z.object({ campaignId: Id, marketerId: Id }),
);

/** A session got a sign after it had ended, because its path agrees with an earlier one. */
export const signFound = defineEvent('tracking.sign-found', z.object({ sessionId: Id }));
