import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** An address was proven for the first time. */
export const accountCreated = defineEvent('account.created', z.object({ userId: Id }));
