import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { refusalText, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import {
  createWebhook,
  deleteWebhook,
  listOwnWebhooks,
  listWebhookDeliveries,
  replaceWebhookSecret,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
} from '../contract.ts';
import { webhookDeliverySample, webhookSample } from '../sample.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

const url = 'https://example.com/webhooks';

/** What gets the focus when the button that opened a dialog is gone. */
const getPlace = () => screen.getByRole('link', { name: 'API' }).closest('[tabindex="-1"]');

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

async function openDetails(): Promise<void> {
  renderScreen(<WebhooksPanel userType="marketer" />);
  await userEvent.click(await screen.findByRole('button', { name: `Manage ${webhookSample.url}` }));
}

const listed = stubCall(listOwnWebhooks, () => ({ webhooks: [webhookSample] }));
const noDeliveries = stubCall(listWebhookDeliveries, []);

it('keeps a new secret in view when Escape is pressed', async () => {
  stubNetwork(
    listed,
    noDeliveries,
    stubCall(replaceWebhookSecret, { secret: 'whsec_new', webhook: webhookSample }),
  );
  await openDetails();
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new secret' }));
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('whsec_new')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'I saved the secret' }));
  await waitFor(() => expect(screen.queryByText('whsec_new')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(getPlace()));
});

it('opens the form again if its address is refused after the identity was confirmed', async () => {
  let isConfirmed = false;
  const old = stubRefusal(createWebhook, 'auth/recent-required');
  const refused = stubRefusal(createWebhook, 'webhook/address');
  const received = stubNetwork(
    stubCall(listOwnWebhooks, { webhooks: [] }),
    stubCall(getCurrentUser, testUser()),
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubCall(confirmIdentity, () => {
      isConfirmed = true;
      return { message: 'Thanks, you’re confirmed.' };
    }),
    { endpoint: createWebhook, reply: (call) => (isConfirmed ? refused : old).reply(call) },
  );
  renderScreen(<WebhooksPanel userType="marketer" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Address/ }), url);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Application submitted' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.click(await screen.findByLabelText('Code'));
  await userEvent.paste('123456');
  expect(await screen.findByText(refusalText('webhook/address'))).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Address/ })).toHaveProperty('value', url);
  expect(screen.getByRole('checkbox', { name: 'Application submitted' })).toHaveProperty('checked', false);
  expect(received.filter(({ endpoint }) => endpoint === createWebhook)).toHaveLength(2);
});

it('keeps the keyboard focus while a webhook is deleted', async () => {
  let webhooks: Webhook[] = [webhookSample];
  stubNetwork(
    stubCall(listOwnWebhooks, () => ({ webhooks })),
    noDeliveries,
    stubCall(deleteWebhook, () => {
      webhooks = [];
      return { message: 'The webhook is deleted.' };
    }),
  );
  await openDetails();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete this webhook' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Enter}');
  const ask = screen.getByRole('button', { name: 'Delete this webhook' });
  expect(document.activeElement).toBe(ask);
  await userEvent.click(ask);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement).toBe(getPlace()));
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
});

it('shows that a webhook was turned off when its log is refreshed', async () => {
  let webhook: Webhook = webhookSample;
  stubNetwork(
    stubCall(listOwnWebhooks, () => ({ webhooks: [webhook] })),
    noDeliveries,
  );
  await openDetails();
  expect(await screen.findByRole('switch', { name: /^Send events/ })).toHaveProperty('checked', true);
  webhook = { ...webhookSample, disabledReason: 'failing' };
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Turned off because no event was accepted for three days.')).toBeTruthy();
  expect(screen.getByRole('switch', { name: /^Send events/ })).toHaveProperty('checked', false);
});
