import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { platformDomain } from '#platform/domain.ts';

export const notificationsDomain = defineDomain([platformDomain, authDomain], {
  objects: {
    notification: 'request/not-found',
  },
});

export const { endpoint } = notificationsDomain;
