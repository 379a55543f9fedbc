import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './profile.module.css';

export function VerificationBadges({ user, hasNewPlace }: { user: CurrentUser; hasNewPlace: boolean }) {
  const isMarketer = user.userType === 'marketer';
  const facts = [
    { is: user.emailVerified, yes: t('Email Verified'), no: t('Email not verified') },
    ...(isMarketer
      ? [
          {
            is: user.gpsVerified && !hasNewPlace,
            yes: t('Location Verified'),
            no: hasNewPlace ? t('Location: not saved yet') : t('Location not verified'),
          },
          { is: user.paypalConnected, yes: t('PayPal Connected'), no: t('PayPal not connected') },
        ]
      : []),
  ];
  return (
    <ul className={classes.badges}>
      {facts.map(({ is, yes, no }) => (
        <li key={yes}>
          <StatusBadge tone={is ? 'positive' : 'neutral'}>
            {is ? <IconCheck size={14} aria-hidden /> : null}
            {is ? yes : no}
          </StatusBadge>
        </li>
      ))}
      {user.userType === 'admin' ? null : (
        <li>
          {user.kycStatus === 'approved' ? (
            <StatusBadge tone="positive">
              <IconCheck size={14} aria-hidden />
              {t('KYC Verified')}
            </StatusBadge>
          ) : (
            <Link to="/kyc">{t('Verify your identity')}</Link>
          )}
        </li>
      )}
    </ul>
  );
}
