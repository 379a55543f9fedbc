import { z } from 'zod';
import { CampaignQuery } from './contract.ts';
import { endpoint } from './domain.ts';

/** Larger counts say only that there are more: counting them would read all campaigns. */
export const MOST_COUNTED = 10_000;

/** MOST_COUNTED + 1 stands for all larger counts. */
const Count = z
  .number()
  .int()
  .min(0)
  .max(MOST_COUNTED + 1);

export const CampaignCount = z.object({ found: Count, active: Count });
export type CampaignCount = z.infer<typeof CampaignCount>;

export const countCampaigns = endpoint({
  name: 'countCampaigns',
  method: 'GET',
  path: '/api/campaigns/count',
  summary:
    'Counts the campaigns that the list finds with the same filters, and the active ones of them; 10001 means more than 10,000',
  who: 'anyone',
  query: CampaignQuery.omit({ sort: true, limit: true, cursor: true }),
  response: CampaignCount,
  limit: 'public-read',
});
