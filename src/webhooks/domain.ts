import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';

export const webhooksDomain = defineDomain([platformDomain, authDomain], {
  refusals: {
    'webhook/not-found': [404, msg('We couldn’t find this webhook.')],
    'webhook/delivery-not-found': [404, msg('We couldn’t find this delivery.')],
    'webhook/address': [422, msg('Webhooks can only go to a public https address, on port 443 or 8443.')],
    'webhook/too-many': [409, msg('You already have 10 webhooks. Delete one first.')],
    'webhook/disabled': [409, msg('This webhook is off. Turn it on first.')],
    'webhook/of-demo': [403, msg('Demo accounts can’t create webhooks.')],
  },
  objects: {
    outgoingWebhook: 'webhook/not-found',
    outgoingDelivery: 'webhook/delivery-not-found',
  },
  limits: {
    'webhook-new': '20/1h',
    // Each of these calls the address that the user named.
    'webhook-send': '60/1h',
  },
});

export const { endpoint, refuse } = webhooksDomain;
