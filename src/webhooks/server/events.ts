import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** Announced when the server turns a webhook off. */
export const webhookTurnedOff = defineEvent(
  'webhook.turned-off',
  z.object({ webhookId: Id, reason: z.enum(['gone', 'failing']) }),
);
