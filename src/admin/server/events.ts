import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

export const verificationAsked = defineEvent('verification.asked', z.object({ userId: Id }));
