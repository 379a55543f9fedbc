import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const MAX_WEBHOOKS = 10;

export const webhookEvents = [
  'application.submitted',
  'application.approved',
  'application.rejected',
  'application.waitlisted',
  'application.withdrawn',
  'application.expired',
  'session.started',
  'session.ended',
  'proof.submitted',
  'proof.asked_again',
  'proof.sent_again',
  'proof.approved',
  'proof.rejected',
  'payment.completed',
  'payment.failed',
  'payment.refunded',
  'dispute.opened',
  'dispute.resolved',
] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const TEST_EVENT = 'webhook.test';

/** Why it gets no events. 'gone': it answered 410. 'failing': no call succeeded for three days. */
export const DisabledReason = z.enum(['owner', 'gone', 'failing']);
export type DisabledReason = z.infer<typeof DisabledReason>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  /** Null if it is on. */
  disabledReason: DisabledReason.nullable(),
  /** No call has succeeded since then. Null if the last one succeeded. */
  failingSince: IsoTime.nullable(),
  /** Until then, calls are also signed with the secret before the last change. */
  formerSecretUntil: IsoTime.nullable(),
  createdAt: IsoTime,
});
export type Webhook = z.infer<typeof Webhook>;

const Events = z
  .array(WebhookEvent)
  .min(1, problem('Choose at least one'))
  .max(webhookEvents.length)
  .transform((events) => [...new Set(events)]);

export const NewWebhook = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, ...problem('Enter an address that starts with https://') })
    .max(1000, problem('Use at most 1000 characters')),
  events: Events,
});
export type NewWebhook = z.input<typeof NewWebhook>;

export const listOwnWebhooks = endpoint({
  name: 'listOwnWebhooks',
  method: 'GET',
  path: '/api/me/webhooks',
  summary: 'List my webhooks, newest first',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ webhooks: z.array(Webhook) }),
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/me/webhooks',
  summary: 'Create a webhook. The secret is shown only in this response. Requires a recent sign-in',
  who: ['marketer', 'advertiser'],
  whose: { object: 'account', by: ['owner'] },
  limit: 'webhook-new',
  body: NewWebhook,
  response: z.object({ secret: z.string(), webhook: Webhook }),
  status: 201,
  refusals: ['auth/recent-required', 'webhook/of-demo', 'webhook/address', 'webhook/too-many'],
});

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PATCH',
  path: '/api/me/webhooks/{id}',
  summary: 'Change the events of a webhook, or turn it on or off. Turning it off ends deliveries that wait',
  who: ['marketer', 'advertiser'],
  whose: { object: 'outgoingWebhook', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({ events: Events.optional(), isEnabled: z.boolean().optional() }),
  response: Webhook,
  refusals: ['webhook/not-found'],
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/me/webhooks/{id}',
  summary: 'Delete a webhook and its log',
  who: 'signedIn',
  whose: { object: 'outgoingWebhook', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['webhook/not-found'],
});

export const replaceWebhookSecret = endpoint({
  name: 'replaceWebhookSecret',
  method: 'POST',
  path: '/api/me/webhooks/{id}/secret',
  summary:
    'Give a webhook a new secret, shown only in this response. Calls are signed with both for 24 hours. Requires a recent sign-in',
  who: ['marketer', 'advertiser'],
  whose: { object: 'outgoingWebhook', by: ['owner'] },
  limit: 'webhook-new',
  params: IdParams,
  response: z.object({ secret: z.string(), webhook: Webhook }),
  refusals: ['auth/recent-required', 'webhook/not-found'],
});

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Why the last call failed, if the status does not say it, or why there are no more. */
export const DeliveryProblem = z.enum([
  'status',
  'redirect',
  'timeout',
  'unreachable',
  'address',
  'disabled',
  'suspended',
  'secret',
]);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const WebhookDelivery = z.object({
  /** The header webhook-id of its calls. */
  id: Id,
  type: z.string(),
  state: DeliveryState,
  createdAt: IsoTime,
  /** Failed calls since the event, or since the last replay. */
  failures: z.int(),
  /** The time of the next call. Null unless it waits for one. */
  nextAt: IsoTime.nullable(),
  /** The last call. */
  lastAt: IsoTime.nullable(),
  lastStatus: z.int().nullable(),
  lastMs: z.int().nullable(),
  problem: DeliveryProblem.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/me/webhooks/{id}/deliveries',
  summary:
    'List a page of the deliveries of a webhook in the last 30 days, newest first. The Link header names the next page',
  who: ['marketer', 'advertiser'],
  whose: { object: 'outgoingWebhook', by: ['owner'] },
  params: IdParams,
  query: PageQuery,
  response: z.array(WebhookDelivery),
  refusals: ['webhook/not-found'],
});

export const sendTestEvent = endpoint({
  name: 'sendTestEvent',
  method: 'POST',
  path: '/api/me/webhooks/{id}/test',
  summary: 'Send an event of the type webhook.test to a webhook. Its delivery appears in the log',
  who: ['marketer', 'advertiser'],
  whose: { object: 'outgoingWebhook', by: ['owner'] },
  limit: 'webhook-send',
  params: IdParams,
  response: WebhookDelivery,
  status: 201,
  refusals: ['webhook/not-found', 'webhook/disabled'],
});

export const replayWebhookDelivery = endpoint({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: '/api/me/webhook-deliveries/{id}/replay',
  summary: 'Send a delivery again now, with the same id and body, and retry it as if it were new',
  who: ['marketer', 'advertiser'],
  whose: { object: 'outgoingDelivery', by: ['owner'] },
  limit: 'webhook-send',
  params: IdParams,
  response: WebhookDelivery,
  refusals: ['webhook/delivery-not-found', 'webhook/disabled'],
});
