import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const DisputableApproval = z.object({
  proofId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  marketerName: z.string(),
  businessName: z.string(),
  pay: z.string(),
  approvedAt: IsoTime,
});
export type DisputableApproval = z.infer<typeof DisputableApproval>;

export const listDisputableApprovals = endpoint({
  name: 'listDisputableApprovals',
  method: 'GET',
  path: '/api/admin/disputes/approvals',
  summary:
    'Approvals that an admin can dispute for the advertiser: the pay is still here, and the work was not disputed. Newest first; the Link header has the next page',
  who: ['admin'],
  query: PageQuery.extend({
    /** Parts of the campaign’s title, or of the name or email of either side, in any order. */
    q: z.string().trim().max(200).default(''),
  }),
  response: z.array(DisputableApproval),
});
