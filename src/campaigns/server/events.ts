import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** The whole sum lies in escrow: marketers can apply from now on. */
export const campaignFunded = defineEvent('campaign.funded', z.object({ campaignId: Id, advertiserId: Id }));
