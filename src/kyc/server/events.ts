import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** An approval releases payments that waited for it. */
export const kycDecided = defineEvent(
  'kyc.decided',
  z.object({ userId: Id, status: z.enum(['approved', 'rejected']), reason: z.string().nullable() }),
);

export const kycSubmitted = defineEvent('kyc.submitted', z.object({ userId: Id }));
