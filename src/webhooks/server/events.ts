import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** Not by its owner. */
export const webhookTurnedOff = defineEvent(
  'webhook.turned-off',
  z.object({ webhookId: Id, reason: z.enum(['gone', 'failing']) }),
);
