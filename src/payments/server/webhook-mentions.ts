import { z } from 'zod';

/** What an event of the wallet names; hints where to look, never more. */
export interface Mentions {
  /** Of orders, captures and payouts: the wallet's ids and our own. */
  ids: string[];
  disputeId?: string | undefined;
  /** The capture that a refund or a reversal takes from. */
  captureId?: string | undefined;
}

const id = z.string().min(1).max(200).optional().catch(undefined);

/** Every place where the wallet's events name an object of ours; a young payout is known by our own id alone. */
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

/** @param raw a delivery's body, which was read as JSON when its signature was verified. */
export function mentionsIn(raw: Buffer): Mentions {
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

/** The link is read for the id at its end and never followed. */
function captureIn(links: z.output<typeof Event>['resource']['links']): string | undefined {
  const up = links.find(({ rel }) => rel === 'up')?.href;
  return up === undefined ? undefined : /\/captures\/([A-Za-z0-9-]{1,64})$/.exec(up)?.[1];
}
