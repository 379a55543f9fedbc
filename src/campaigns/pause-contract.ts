import { IdParams } from '#kernel/endpoint.ts';
import { Campaign } from './contract.ts';
import { endpoint } from './domain.ts';

export const pauseCampaign = endpoint({
  name: 'pauseCampaign',
  method: 'POST',
  path: '/api/campaigns/{id}/pause',
  summary:
    'Pause a campaign: no applications, approvals, or moves from the waitlist. Hired marketers keep their places, and its time runs on. Idempotent',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager'] },
  params: IdParams,
  response: Campaign,
  refusals: ['campaign/not-found', 'campaign/not-active', 'team/not-allowed'],
});

export const resumeCampaign = endpoint({
  name: 'resumeCampaign',
  method: 'POST',
  path: '/api/campaigns/{id}/resume',
  summary: 'Let a paused campaign accept marketers again. Idempotent',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager'] },
  params: IdParams,
  response: Campaign,
  refusals: ['campaign/not-found', 'campaign/not-active', 'team/not-allowed'],
});
