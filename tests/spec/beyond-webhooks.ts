import { call, type Section, testsIn } from './rows.ts';

const webhooks = testsIn('src/webhooks/server/webhooks.test.ts');
const deliveries = testsIn('src/webhooks/server/deliveries.test.ts');

export const beyondWebhooks: Section[] = [
  {
    title: 'Calls beyond the specification: webhooks',
    rows: [
      call(
        'GET /api/me/webhooks',
        'List my webhooks, newest first.',
        webhooks('shows the secret once, and changes events and state'),
      ),
      call(
        'POST /api/me/webhooks',
        'Create a webhook. Its secret is shown only in this response.',
        webhooks('shows the secret once, and changes events and state'),
      ),
      call(
        'PATCH /api/me/webhooks/{id}',
        'Change the events of a webhook, or turn it on or off.',
        webhooks('shows the secret once, and changes events and state'),
      ),
      call(
        'DELETE /api/me/webhooks/{id}',
        'Delete a webhook and its log.',
        webhooks('shows the secret once, and changes events and state'),
      ),
      call(
        'POST /api/me/webhooks/{id}/secret',
        'Give a webhook a new secret. Calls are signed with both for 24 hours.',
        deliveries('stores the secret sealed, and signs with the former one for 24 hours'),
      ),
      call(
        'GET /api/me/webhooks/{id}/deliveries',
        'List the deliveries of a webhook in the last 30 days.',
        deliveries('pages through the log, newest first, and deletes it after 30 days'),
      ),
      call(
        'POST /api/me/webhooks/{id}/test',
        'Send a test event to a webhook.',
        deliveries('signs a call as the specification says, and logs it'),
      ),
      call(
        'POST /api/me/webhook-deliveries/{id}/replay',
        'Send a delivery again now, with the same id and body.',
        deliveries('replays a delivery with the same id and body, once for two calls at once'),
      ),
    ],
  },
];
