import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

const ApplicationFact = z.object({ applicationId: Id, campaignId: Id, marketerId: Id, advertiserId: Id });

export const applicationSubmitted = defineEvent('application.submitted', ApplicationFact);
export const applicationApproved = defineEvent('application.approved', ApplicationFact);
export const applicationRejected = defineEvent(
  'application.rejected',
  // Those that were announced before reasons were told have none.
  ApplicationFact.extend({ reason: z.string().nullable().default(null) }),
);
export const applicationWithdrawn = defineEvent('application.withdrawn', ApplicationFact);
