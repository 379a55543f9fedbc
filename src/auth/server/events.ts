import { z } from 'zod';
import { ChoosableType } from '#auth/sign-in-contract.ts';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

export const accountCreated = defineEvent('account.created', z.object({ userId: Id }));

export const accountSuspended = defineEvent('account.suspended', z.object({ userId: Id }));

export const accountReactivated = defineEvent('account.reactivated', z.object({ userId: Id }));

/**
 * The user is not signed in with this address. The account is looked up later, so that the duration of the call does not reveal
 * whether it exists.
 */
export const typeChangeAsked = defineEvent(
  'account.type-change-asked',
  z.object({ email: z.string(), newUserType: ChoosableType }),
);
