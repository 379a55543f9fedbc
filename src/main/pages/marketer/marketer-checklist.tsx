import type { CurrentUser } from '#auth/contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { Checklist } from '#platform/web/ui/checklist.tsx';
import { hasNameAndPhoto } from '#profiles/contract.ts';

/** What a marketer sets up before the first payout. */
export function MarketerChecklist({ user }: { user: CurrentUser }) {
  const { latitude, kycStatus, paypalEmail } = user;
  return (
    <Checklist
      title={t('Get ready to be paid')}
      steps={[
        {
          title: t('Add your name and a photo'),
          reason: t('You need both to apply. Businesses see your first name and last initial.'),
          minutes: 2,
          href: '/profile?first_login=true',
          state: hasNameAndPhoto(user) ? 'done' : 'open',
        },
        {
          title: t('Set your location', { context: 'a step' }),
          reason: t('The gigs near you come first.'),
          minutes: 1,
          href: '/profile',
          state: latitude === null ? 'open' : 'done',
        },
        {
          title: t('Pass the identity check'),
          reason: t(kycReasons[kycStatus] ?? ''),
          minutes: 5,
          href: '/kyc',
          state: kycStatus === 'approved' ? 'done' : kycStatus === 'pending' ? 'waiting' : 'open',
        },
        {
          title: t('Add your PayPal address'),
          reason: t('Your pay goes there.'),
          minutes: 1,
          href: '/payments',
          state: paypalEmail === null ? 'open' : 'done',
        },
      ]}
    />
  );
}

const kycReasons: Readonly<Record<CurrentUser['kycStatus'], Message | null>> = {
  incomplete: msg('You can work now. You’re paid after the check.'),
  pending: msg('We’re reviewing your documents. You can work now.'),
  approved: null,
  rejected: msg('It was not accepted. See why, and send it again.'),
};
