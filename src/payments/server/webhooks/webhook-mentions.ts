import { z } from 'zod';

export interface Mentions {
  /** Ids of orders, captures and payouts: the wallet's and ours. */
  ids: string[];
  disputeId?: string | undefined;
  /** The capture that a refund or a reversal belongs to. */
  captureId?: string | undefined;
}

const id = z.string().min(1).max(200).optional().catch(undefined);

/** Every field in which events name one of our objects. A new payout is known only by our own id. */
const Event = z.object({
  resource: z.object({
    id,
    custom_id: id,
    payout_item_id: id,
    payout_batch_id: id,
    batch_header: z.object({ payout_batch_id: id }).optional().catch(undefined),
    payout_item: z.object({ sender_item_id: id }).optional().catch(undefined),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: id }).optional() })
      .optional()
      .catch(undefined),
    dispute_id: id,
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: id, invoice_number: id, custom: id }))
      .catch([]),
    links: z.array(z.object({ rel: id, href: z.string().optional().catch(undefined) })).catch([]),
  }),
});

/** @param raw the body of a delivery. It is valid JSON, because its signature was verified. */
export function parseMentions(raw: Buffer): Mentions {
  const read = Event.safeParse(JSON.parse(raw.toString('utf8')));
  if (!read.success) return { ids: [] };
  const { resource } = read.data;
  const mentioned = [
    resource.id,
    resource.custom_id,
    resource.payout_item_id,
    resource.payout_batch_id,
    resource.batch_header?.payout_batch_id,
    resource.payout_item?.sender_item_id,
    resource.supplementary_data?.related_ids?.order_id,
    ...resource.disputed_transactions.flatMap((about) => [
      about.seller_transaction_id,
      about.invoice_number,
      about.custom,
    ]),
  ];
  return {
    ids: mentioned.filter((one) => one !== undefined),
    disputeId: resource.dispute_id,
    captureId: captureIn(resource.links),
  };
}

/** Returns the id at the end of the link. The link itself is never followed. */
function captureIn(links: z.output<typeof Event>['resource']['links']): string | undefined {
  const up = links.find(({ rel }) => rel === 'up')?.href;
  return up === undefined ? undefined : /\/captures\/([A-Za-z0-9-]{1,64})$/.exec(up)?.[1];
}
