import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';

export const notificationsDomain = defineDomain([platformDomain, authDomain], {
  refusals: {
    'push/unavailable': [503, msg('This server doesn’t send push messages.')],
    'push/address': [422, msg('Push messages can only go to a public https address. Nothing was changed.')],
    'push/key': [422, msg('The browser’s key for push messages isn’t valid. Nothing was changed.')],
  },
  objects: {
    notification: 'request/not-found',
  },
  limits: {
    // After a server restart, all tabs that an account may keep open reconnect at once.
    'notification-stream': { rate: '40/1m', perProcess: true },
    // Every page load of a browser with push messages confirms its subscription.
    push: '120/1h',
  },
});

export const { endpoint, refuse } = notificationsDomain;
