import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { kycDomain } from '#kyc/domain.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { profilesDomain } from '#profiles/domain.ts';

export const adminDomain = defineDomain(
  [platformDomain, authDomain, profilesDomain, kycDomain, paymentsDomain],
  {
    refusals: {
      'account/not-handed-in': [
        409,
        msg('You can’t verify this user because they haven’t submitted documents.'),
      ],
      'account/asked-already': [
        409,
        msg('You’ve already sent this user a request today. Try again tomorrow.'),
      ],
    },
  },
);

export const { endpoint, refuse } = adminDomain;
