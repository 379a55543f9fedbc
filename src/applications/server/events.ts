import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { StrikeKind } from '../strike-contract.ts';

const ApplicationFact = z.object({ applicationId: Id, campaignId: Id, marketerId: Id, advertiserId: Id });

export const applicationSubmitted = defineEvent('application.submitted', ApplicationFact);
export const applicationApproved = defineEvent(
  'application.approved',
  // The place was freed, and the platform gave it to the first on the bench.
  ApplicationFact.extend({ hasMovedUp: z.boolean().default(false) }),
);
export const applicationRejected = defineEvent(
  'application.rejected',
  // Those that were announced before reasons were told have none.
  ApplicationFact.extend({ reason: z.string().nullable().default(null) }),
);
export const applicationWithdrawn = defineEvent(
  'application.withdrawn',
  ApplicationFact.extend({ heldPlace: z.boolean().default(false) }),
);
/** Put on the bench of a full campaign, for the first time. */
export const applicationBenched = defineEvent('application.benched', ApplicationFact);
/** Whether its marketer comes has to be said until then. */
export const confirmationAsked = defineEvent(
  'application.confirmation-asked',
  ApplicationFact.extend({ dueAt: IsoTime }),
);
export const applicationConfirmed = defineEvent('application.confirmed', ApplicationFact);
/** Nobody has confirmed in time: the place is taken back. */
export const applicationLapsed = defineEvent('application.lapsed', ApplicationFact);

const StrikeFact = z.object({ strikeId: Id, campaignId: Id, marketerId: Id, kind: StrikeKind });

export const strikeGiven = defineEvent('strike.given', StrikeFact);
export const strikeAppealed = defineEvent('strike.appealed', StrikeFact);
export const strikeDecided = defineEvent(
  'strike.decided',
  StrikeFact.extend({ status: z.enum(['upheld', 'lifted']), reason: z.string() }),
);

/** A campaign that can be taken fits what somebody looks for; `version` says which filters of the search it fits. */
export const savedSearchMatched = defineEvent(
  'saved-search.matched',
  z.object({ searchId: Id, version: z.int().default(1), marketerId: Id, campaignId: Id }),
);

/** Of one search: the campaigns to name, the newest first, and how many more there are. */
const FoundBySearch = z.object({
  searchId: Id,
  version: z.int(),
  campaignIds: z.array(Id),
  more: z.int().min(0),
});
export type FoundBySearch = z.infer<typeof FoundBySearch>;

/** What has come in for somebody's searches since their last mail. */
export const savedSearchesCollected = defineEvent(
  'saved-search.collected',
  z.union([
    // There may be still more than are counted.
    z.object({ marketerId: Id, found: z.array(FoundBySearch).min(1), isAtLeast: z.boolean() }),
    // Those that were announced before one mail spoke of all searches.
    z
      .object({ searchId: Id, marketerId: Id, campaignIds: z.array(Id) })
      .transform(({ marketerId, ...one }) => ({
        marketerId,
        found: [{ ...one, version: 1, more: 0 }],
        isAtLeast: false,
      })),
  ]),
);
