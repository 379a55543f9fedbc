import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import {
  createWebhook,
  listOwnWebhooks,
  listWebhookDeliveries,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
} from '../contract.ts';
import { webhookDeliverySample, webhookSample } from '../sample.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

const url = 'https://example.com/webhooks';

it('adds a webhook after its errors are corrected, and shows its secret once', async () => {
  let webhooks: Webhook[] = [];
  const received = stubNetwork(
    stubCall(listOwnWebhooks, () => ({ webhooks })),
    stubCall(createWebhook, () => {
      webhooks = [webhookSample];
      return { secret: 'whsec_secret', webhook: webhookSample };
    }),
  );
  renderScreen(<WebhooksPanel userType="marketer" />);
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a webhook' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Enter an address that starts with https://')).toBeTruthy();
  expect(received.some(({ endpoint }) => endpoint === createWebhook)).toBe(false);
  expect(dialog.queryByRole('checkbox', { name: 'Refund sent' })).toBeNull();
  await userEvent.type(dialog.getByRole('textbox', { name: /Address/ }), url);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Application submitted' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('whsec_secret')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === createWebhook)?.body).toEqual({
    url,
    events: webhookEvents.filter(
      (event) => event !== 'application.submitted' && event !== 'payment.refunded',
    ),
  });
  await userEvent.click(screen.getByRole('button', { name: 'I saved the secret' }));
  await waitFor(() => expect(screen.queryByText('whsec_secret')).toBeNull());
  expect(await screen.findByRole('button', { name: `Manage ${webhookSample.url}` })).toBeTruthy();
});

it('shows each delivery with its state, and replays one', async () => {
  let delivery: WebhookDelivery = webhookDeliverySample;
  const received = stubNetwork(
    stubCall(listOwnWebhooks, () => ({ webhooks: [webhookSample] })),
    stubCall(listWebhookDeliveries, () => [delivery]),
    stubCall(replayWebhookDelivery, () => {
      delivery = { ...delivery, state: 'waiting', failures: 0 };
      return delivery;
    }),
  );
  renderScreen(<WebhooksPanel userType="marketer" />);
  await userEvent.click(await screen.findByRole('button', { name: `Manage ${webhookSample.url}` }));
  const log = within(await screen.findByRole('list', { name: 'Deliveries' }));
  expect(log.getByText('Failed')).toBeTruthy();
  expect(log.getByText(/Status 503 · 120 ms · 10 failed calls/)).toBeTruthy();
  await userEvent.click(log.getByRole('button', { name: /^Replay proof.approved/ }));
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === replayWebhookDelivery)?.params).toEqual({
    id: delivery.id,
  });
});
