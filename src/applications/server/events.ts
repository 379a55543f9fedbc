import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { StrikeKind } from '../strike-contract.ts';

const ApplicationFact = z.object({ applicationId: Id, campaignId: Id, marketerId: Id, advertiserId: Id });

export const applicationSubmitted = defineEvent('application.submitted', ApplicationFact);
export const applicationApproved = defineEvent(
  'application.approved',
  // The platform gave a freed place to the first on the bench.
  ApplicationFact.extend({ hasMovedUp: z.boolean().default(false) }),
);
export const applicationRejected = defineEvent(
  'application.rejected',
  // Null in events from before reasons were included.
  ApplicationFact.extend({ reason: z.string().nullable().default(null) }),
);
export const applicationWithdrawn = defineEvent(
  'application.withdrawn',
  ApplicationFact.extend({ heldPlace: z.boolean().default(false) }),
);
/** Only for the first time that the applicant is benched. */
export const applicationBenched = defineEvent('application.benched', ApplicationFact);
export const confirmationAsked = defineEvent(
  'application.confirmation-asked',
  ApplicationFact.extend({ dueAt: IsoTime }),
);
export const applicationConfirmed = defineEvent('application.confirmed', ApplicationFact);
export const applicationExpired = defineEvent('application.expired', ApplicationFact);

export const marketerInvited = defineEvent(
  'invitation.sent',
  z.object({ invitationId: Id, campaignId: Id, marketerId: Id }),
);

export const invitationAnswered = defineEvent(
  'invitation.answered',
  z.object({
    invitationId: Id,
    campaignId: Id,
    marketerId: Id,
    status: z.enum(['accepted', 'declined', 'revoked']),
  }),
);

const StrikeFact = z.object({ strikeId: Id, campaignId: Id, marketerId: Id, kind: StrikeKind });

export const strikeGiven = defineEvent('strike.given', StrikeFact);
export const strikeAppealed = defineEvent('strike.appealed', StrikeFact);
export const strikeDecided = defineEvent(
  'strike.decided',
  StrikeFact.extend({ status: z.enum(['upheld', 'lifted']), reason: z.string() }),
);

export const kitSent = defineEvent(
  'kit.sent',
  z.object({ applicationId: Id, campaignId: Id, marketerId: Id }),
);

/** `version` identifies the filters that matched. */
export const savedSearchMatched = defineEvent(
  'saved-search.matched',
  z.object({ searchId: Id, version: z.int().default(1), marketerId: Id, campaignId: Id }),
);

/** Newest first, and the number of others. */
const FoundBySearch = z.object({
  searchId: Id,
  version: z.int(),
  campaignIds: z.array(Id),
  more: z.int().min(0),
});
export type FoundBySearch = z.infer<typeof FoundBySearch>;

/** Since the marketer's last email. */
export const savedSearchesCollected = defineEvent(
  'saved-search.collected',
  z.union([
    // `isAtLeast` is true if there may be more matches than were counted.
    z.object({ marketerId: Id, found: z.array(FoundBySearch).min(1), isAtLeast: z.boolean() }),
    // The format of events from before one email covered all searches.
    z
      .object({ searchId: Id, marketerId: Id, campaignIds: z.array(Id) })
      .transform(({ marketerId, ...one }) => ({
        marketerId,
        found: [{ ...one, version: 1, more: 0 }],
        isAtLeast: false,
      })),
  ]),
);
