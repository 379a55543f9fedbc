import { Button } from '@mantine/core';
import { IconCalendarCheck, IconId, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { AgeModal } from '#profiles/web/consents/age-modal.tsx';
import { LocationConsentButton } from '#profiles/web/consents/location-consent.tsx';
import type { OwnKycStatus } from '../contract.ts';
import classes from './kyc-page.module.css';
import { kycStateLabels } from './kyc-labels.ts';

export function ComplianceRows({ status, user }: { status: OwnKycStatus; user: CurrentUser }) {
  const { label, tone } = kycStateLabels[status.kycStatus];
  return (
    <ul className={classes.rows}>
      <AgeRow isVerified={user.ageVerified} />
      {user.userType === 'marketer' ? <LocationRow isGranted={user.locationConsent} /> : null}
      <Row icon={<IconId />} name={t('Identity check')} text={toHint(status)}>
        <StatusBadge tone={tone}>{t(label)}</StatusBadge>
      </Row>
    </ul>
  );
}

function toHint({ kycStatus, usualReviewHours }: OwnKycStatus): string {
  const usual = usualReviewHours === null ? '' : ` ${formatReviewTime(usualReviewHours)}`;
  const hints = {
    incomplete: t('Not submitted yet.') + usual,
    pending: t('We’re reviewing your documents and will notify you.') + usual,
    approved: t('Your identity is verified.'),
    rejected: t('See below for what to fix.'),
  };
  return hints[kycStatus];
}

function formatReviewTime(hours: number): string {
  if (hours <= 1) return t('Most reviews take less than an hour.');
  return hours <= 48
    ? t('Most reviews take at most {hours} hours.', { hours })
    : t('Most reviews take at most {days} days.', { days: Math.ceil(hours / 24) });
}

function AgeRow({ isVerified }: { isVerified: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Row
      icon={<IconCalendarCheck />}
      name={t('Age verification')}
      text={t('You must be 18 or older to take part.')}
    >
      {isVerified ? (
        <StatusBadge tone="positive">{t('Verified')}</StatusBadge>
      ) : (
        <>
          <StatusBadge tone="waiting">{t('Required')}</StatusBadge>
          <Button size="sm" onClick={() => setIsAsking(true)}>
            {t('Verify age')}
          </Button>
        </>
      )}
      <AgeModal
        opened={isAsking}
        onConfirmed={() => setIsAsking(false)}
        onCancelled={() => setIsAsking(false)}
      />
    </Row>
  );
}

function LocationRow({ isGranted }: { isGranted: boolean }) {
  return (
    <Row
      icon={<IconMapPin />}
      name={t('Location consent')}
      text={t('Needed for wearable campaigns. Advertisers see only your approximate location.')}
    >
      <StatusBadge tone={isGranted ? 'positive' : 'neutral'}>
        {isGranted ? t('Granted') : t('Not granted')}
      </StatusBadge>
      <LocationConsentButton isGiven={isGranted} />
    </Row>
  );
}

interface RowProps {
  icon: ReactNode;
  name: string;
  text: string;
  children: ReactNode;
}

function Row({ icon, name, text, children }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.state}>{children}</div>
    </li>
  );
}
