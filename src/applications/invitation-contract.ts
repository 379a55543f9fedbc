import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Per campaign. The refusal 'invitation/too-many' repeats them. */
export const MAX_INVITATIONS_PER_DAY = 20;
export const MAX_INVITATIONS = 100;

export const InvitationState = z.enum(['open', 'accepted', 'declined', 'revoked']);
export type InvitationState = z.infer<typeof InvitationState>;

export const CampaignInvitation = z.object({
  id: Id,
  /** First name and the last name's initial, as in the marketer list. */
  marketerName: z.string(),
  status: InvitationState,
  reason: z.string().nullable(),
  invitedAt: IsoTime,
  answeredAt: IsoTime.nullable(),
  can: z.object({ revoke: z.boolean() }),
});
export type CampaignInvitation = z.infer<typeof CampaignInvitation>;

export const inviteMarketer = endpoint({
  name: 'inviteMarketer',
  method: 'POST',
  path: '/api/campaigns/{id}/invitations',
  summary: 'Invite a listed marketer to an open campaign, once per campaign',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({ listingId: Id }),
  response: CampaignInvitation,
  status: 201,
  limit: 'campaign-invitation',
  refusals: [
    'campaign/not-found',
    'team/not-allowed',
    'campaign/not-active',
    'campaign/disputed',
    'campaign/paused',
    'campaign/full',
    'listing/not-found',
    'invitation/exists',
    'invitation/too-many',
    'invitation/not-possible',
  ],
});

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/api/campaigns/{id}/invitations',
  summary: `List a campaign’s invitations, newest first, at most ${MAX_INVITATIONS}`,
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['advertiser', 'manager', 'viewer'] },
  params: IdParams,
  response: z.array(CampaignInvitation),
  refusals: ['campaign/not-found'],
});

export const revokeCampaignInvitation = endpoint({
  name: 'revokeCampaignInvitation',
  method: 'POST',
  path: '/api/campaign-invitations/{id}/revoke',
  summary: 'Take back an unanswered invitation. The marketer can still apply. Idempotent',
  who: ['advertiser'],
  whose: { object: 'campaignInvitation', by: ['advertiser', 'manager'] },
  params: IdParams,
  response: Done,
  refusals: ['invitation/not-found', 'team/not-allowed', 'invitation/answered'],
});

export const OwnInvitation = z.object({ id: Id, campaignId: Id, invitedAt: IsoTime });
export type OwnInvitation = z.infer<typeof OwnInvitation>;

export const listOwnInvitations = endpoint({
  name: 'listOwnInvitations',
  method: 'GET',
  path: '/api/campaign-invitations',
  summary: 'List my unanswered invitations to campaigns that accept marketers now, newest first, at most 100',
  who: ['marketer'],
  response: z.array(OwnInvitation),
});

export const declineInvitation = endpoint({
  name: 'declineInvitation',
  method: 'POST',
  path: '/api/campaign-invitations/{id}/decline',
  summary:
    'Decline an invitation, also after its campaign has closed. Idempotent. To accept it, apply to the campaign',
  who: ['marketer'],
  whose: { object: 'campaignInvitation', by: ['marketer'] },
  params: IdParams,
  body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
  response: Done,
  refusals: ['invitation/not-found', 'invitation/answered'],
});
