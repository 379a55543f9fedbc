import { z } from 'zod';
import { ChoosableType } from '#auth/sign-in-contract.ts';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** An address was proved for the first time. */
export const accountCreated = defineEvent('account.created', z.object({ userId: Id }));

export const accountSuspended = defineEvent('account.suspended', z.object({ userId: Id }));

/** A suspended account was reactivated. Work that waited for it may resume. */
export const accountReactivated = defineEvent('account.reactivated', z.object({ userId: Id }));

/**
 * A user who is not signed in with this address asked to change its account's type. The account is looked up
 * later, so that the duration of the call does not reveal whether it exists.
 */
export const typeChangeAsked = defineEvent(
  'account.type-change-asked',
  z.object({ email: z.string(), newUserType: ChoosableType }),
);
