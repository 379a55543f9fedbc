import type { Webhook, WebhookDelivery } from './contract.ts';

export const webhookSample: Webhook = {
  id: '5f0c2a3e-7d0b-4c59-9a53-0d6f0e1b2c3d',
  url: 'https://example.com/webhooks',
  events: ['proof.submitted', 'proof.approved'],
  disabledReason: null,
  failingSince: null,
  formerSecretUntil: null,
  createdAt: '2026-11-02T08:00:00.000Z',
};

export const webhookDeliverySample: WebhookDelivery = {
  id: '7d1e4b52-0f6a-4b0e-8f57-7a0d3c9e5b11',
  type: 'proof.approved',
  state: 'failed',
  createdAt: '2026-11-02T09:00:00.000Z',
  failures: 10,
  nextAt: null,
  lastAt: '2026-11-05T13:00:00.000Z',
  lastStatus: 503,
  lastMs: 120,
  problem: 'status',
};
