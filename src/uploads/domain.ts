import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';

export const uploadsDomain = defineDomain([platformDomain], {
  refusals: {
    'upload/too-large': [413, msg('This file is too large.')],
    'upload/wrong-type': [415, msg('This file type isn’t supported.')],
    'upload/not-found': [404, msg('We couldn’t find this upload.')],
    'upload/incomplete': [409, msg('This upload hasn’t finished yet. Wait for it, then try again.')],
    'upload/claimed': [409, msg('You’ve already used this file.')],
    'upload/offset': [
      409,
      msg('The upload offset doesn’t match the server’s. Request the current offset and resume from there.'),
    ],
    'upload/protocol': [
      412,
      msg('Uploads use tus 1.0.0. The Tus-Resumable header is missing or has another version.'),
    ],
    'upload/too-many': [422, msg('You have too many unsent files. Send or remove some first.')],
  },
  objects: {
    upload: 'upload/not-found',
  },
  limits: {
    upload: '20/1h',
  },
});

export const { endpoint, refuse } = uploadsDomain;
export type RefusalCode = RefusalCodeOf<typeof uploadsDomain>;
