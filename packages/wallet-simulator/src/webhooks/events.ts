import type { Change } from '../books/books.ts';
import { isoNow, type Simulator } from '../simulator.ts';

type EventContent = {
  type: string;
  resourceType: 'checkout-order' | 'capture' | 'refund' | 'payouts' | 'payouts_item' | 'dispute';
  summary: string;
  resource: object;
};

/** Write the changes together with what the event reports. */
export function announce(simulator: Simulator, content: EventContent): Change[] {
  const id = simulator.ids.event();
  const createdAt = isoNow(simulator);
  const self = `${simulator.publicUrl()}/v1/notifications/webhooks-events/${id}`;
  // Stored as text, because the signature covers these bytes at every attempt.
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: createdAt,
    resource_type: content.resourceType,
    // The recorded events of disputes have no resource version.
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
