import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** An admin has decided; an approval lets waiting payments go. */
export const kycDecided = defineEvent(
  'kyc.decided',
  z.object({ userId: Id, status: z.enum(['approved', 'rejected']), reason: z.string().nullable() }),
);

/** Somebody handed in their verification. */
export const kycSubmitted = defineEvent('kyc.submitted', z.object({ userId: Id }));
