import type { Change } from './books.ts';
import { isoNow, type Simulator } from './simulator.ts';

type EventContent = {
  type: string;
  resourceType: 'checkout-order' | 'capture' | 'refund' | 'payouts' | 'payouts_item' | 'dispute';
  summary: string;
  resource: object;
};

/** The changes that put an event on its way to the merchant's webhook, together with what it tells of. */
export function announce(simulator: Simulator, content: EventContent): Change[] {
  const id = simulator.ids.event();
  const createdAt = isoNow(simulator);
  const self = `${simulator.publicUrl()}/v1/notifications/webhooks-events/${id}`;
  // Kept as text: the signature covers these bytes, however often they are sent.
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: createdAt,
    resource_type: content.resourceType,
    // Recorded events of disputes carry none.
    resource_version: content.resourceType === 'dispute' ? undefined : '2.0',
    event_type: content.type,
    summary: content.summary,
    resource: content.resource,
    links: [{ href: self, rel: 'self', method: 'GET' }],
  });
  return [
    { table: 'events', record: { id, type: content.type, body, createdAt } },
    { table: 'deliveries', record: { id, state: 'waiting', attempts: 0, nextAttemptAt: createdAt } },
  ];
}
