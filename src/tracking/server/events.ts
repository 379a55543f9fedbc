import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** A session got a sign after it had ended, because its path agrees with an earlier one. */
export const signFound = defineEvent('tracking.sign-found', z.object({ sessionId: Id }));
