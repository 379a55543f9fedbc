import { z } from 'zod';
import { ChoosableType } from '#auth/contract.ts';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** An address was proven for the first time. */
export const accountCreated = defineEvent('account.created', z.object({ userId: Id }));

/** Somebody who was suspended is let in again; what waited for that may go. */
export const accountReactivated = defineEvent('account.reactivated', z.object({ userId: Id }));

/**
 * Somebody who is not signed in as this address wants its account to be of that type. Whether there is one is looked for
 * later, so that the call's time says nothing about it.
 */
export const typeChangeAsked = defineEvent(
  'account.type-change-asked',
  z.object({ email: z.string(), newUserType: ChoosableType }),
);
