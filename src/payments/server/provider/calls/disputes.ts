import { z } from 'zod';

import type { Cents } from '#kernel/money.ts';

import { Links, MoneyV2, parseExchange } from '../responses.ts';
import type { ApiClient } from '../api-client.ts';
import { success, unknown } from '../outcome.ts';
import type { Dispute, DisputeIds, Outcome } from '../wallet-provider.ts';

const pageSize = 50;

/** One payment has only a few disputes. More pages than this cannot be the answer to our query. */
const pagesOfCapture = 4;

/** A thousand disputes in a few weeks. If there are more, these are better than none. */
const pagesOfAll = 20;

export async function getDispute(api: ApiClient, disputeId: string): Promise<Outcome<Dispute>> {
  const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`;
  return parseExchange(await api.call({ method: 'GET', path }), DisputeAnswer);
}

export async function listDisputes(api: ApiClient, captureId: string): Promise<Outcome<Dispute[]>> {
  const listed = await listIds(api, { disputed_transaction_id: captureId }, pagesOfCapture);
  if (listed.kind !== 'success') return listed;
  if (!listed.value.isWhole) return unknown('unreadable');
  const disputes: Dispute[] = [];
  // The list is a summary, without the payment or the outcome of a dispute.
  for (const disputeId of listed.value.ids) {
    const seen = await getDispute(api, disputeId);
    if (seen.kind === 'unknown') return seen;
    // Listed but not readable: without it the list would be incomplete.
    if (seen.kind === 'refused') return unknown('unreadable', { debugId: seen.debugId });
    disputes.push(seen.value);
  }
  return success(disputes);
}

export async function listDisputeIds(api: ApiClient, updatedAfter: Date): Promise<Outcome<DisputeIds>> {
  return listIds(api, { update_time_after: updatedAfter.toISOString() }, pagesOfAll);
}

async function listIds(
  api: ApiClient,
  which: Record<string, string>,
  pageLimit: number,
): Promise<Outcome<DisputeIds>> {
  const ids = new Set<string>();
  let pageToken: string | undefined;
  for (let page = 0; page < pageLimit; page += 1) {
    const read = parseExchange(
      await api.call({ method: 'GET', path: listPath(which, pageToken) }),
      DisputesAnswer,
    );
    if (read.kind !== 'success') return read;
    for (const id of read.value.ids) ids.add(id);
    pageToken = read.value.nextPageToken;
    if (pageToken === undefined) return success({ ids: [...ids], isWhole: true });
  }
  return success({ ids: [...ids], isWhole: false });
}

function listPath(which: Record<string, string>, pageToken: string | undefined): string {
  const query = new URLSearchParams({ ...which, page_size: String(pageSize) });
  if (pageToken !== undefined) query.set('next_page_token', pageToken);
  return `/v1/customer/disputes?${query}`;
}

/** Returns the token from the link, or undefined on the last page. The link itself is never followed. */
function nextPageToken(links: z.output<typeof Links> = []): string | undefined {
  const next = links.find((link) => link.rel === 'next')?.href;
  if (next === undefined) return undefined;
  // A link without a token must not look like the last page. The wallet rejects an empty token.
  return new URLSearchParams(next.replace(/^[^?]*\??/, '')).get('next_page_token') ?? '';
}

const DisputesAnswer = z
  .object({ items: z.array(z.object({ dispute_id: z.string().min(1) })).default([]), links: Links })
  .transform(({ items, links }) => ({
    ids: items.map((item) => item.dispute_id),
    nextPageToken: nextPageToken(links),
  }));

/**
 * Maps outcome_code to the side that keeps the money. RESOLVED_WITH_PAYOUT: the wallet paid the buyer itself
 * and we keep ours. NONE (closed in favor of another dispute) says nothing about the money: a person must
 * look.
 */
const results: ReadonlyMap<string, 'won' | 'lost'> = new Map([
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  ['DENIED', 'won'],
  ['RESOLVED_WITH_PAYOUT', 'won'],
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
]);

const DisputeAnswer = z
  .object({
    dispute_id: z.string().min(1),
    status: z.enum([
      'OPEN',
      'WAITING_FOR_BUYER_RESPONSE',
      'WAITING_FOR_SELLER_RESPONSE',
      'UNDER_REVIEW',
      'RESOLVED',
      'OTHER',
    ]),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().min(1).optional() }))
      .default([]),
    dispute_amount: MoneyV2,
    dispute_outcome: z
      .object({ outcome_code: z.string().optional(), amount_refunded: MoneyV2.optional() })
      .optional(),
  })
  .transform((answer, context): Dispute => {
    const amountCents = answer.dispute_amount;
    const dispute = {
      disputeId: answer.dispute_id,
      captureIds: answer.disputed_transactions.flatMap((about) => about.seller_transaction_id ?? []),
      amountCents,
    };
    if (answer.status !== 'RESOLVED') return { ...dispute, status: 'open', lostCents: 0 };
    const { outcome_code: code = '', amount_refunded: refundedCents } = answer.dispute_outcome ?? {};
    const status = results.get(code);
    const lostCents = status === 'lost' ? toLostCents(amountCents, refundedCents) : 0;
    if (status === undefined || lostCents === undefined) {
      context.addIssue({ code: 'custom', message: 'no telling where the money ended' });
      return z.NEVER;
    }
    return { ...dispute, status, lostCents };
  });

/** Returns the lost part, or undefined if the wallet reports more than was disputed. */
function toLostCents(amountCents: Cents, refundedCents = amountCents): Cents | undefined {
  return refundedCents <= amountCents ? refundedCents : undefined;
}
