import { Button } from '@mantine/core';
import { IconCalendarCheck, IconId, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { AgeModal } from '#profiles/web/consents/age-modal.tsx';
import { LocationConsentButton } from '#profiles/web/consents/location-consent.tsx';
import type { OwnKycStatus } from '../contract.ts';
import classes from './kyc-page.module.css';
import { kycStateLabels } from './kyc-labels.ts';

/** The checks that a user must pass to take part, each with its button. */
export function ComplianceRows({ status, user }: { status: OwnKycStatus; user: CurrentUser }) {
  const { label, tone } = kycStateLabels[status.kycStatus];
  return (
    <ul className={classes.rows}>
      <AgeRow isVerified={user.ageVerified} />
      {/* Only marketers are tracked. */}
      {user.userType === 'marketer' ? <LocationRow isGranted={user.locationConsent} /> : null}
      <Row icon={<IconId />} name="Identity check" text={toHint(status)}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Row>
    </ul>
  );
}

function toHint({ kycStatus, usualReviewHours }: OwnKycStatus): string {
  const usual = usualReviewHours === null ? '' : ` Most reviews take ${formatReviewTime(usualReviewHours)}.`;
  const hints = {
    incomplete: `Not submitted yet.${usual}`,
    pending: `We’re reviewing your documents and will notify you.${usual}`,
    approved: 'Your identity is verified.',
    rejected: 'See below for what to fix.',
  };
  return hints[kycStatus];
}

function formatReviewTime(hours: number): string {
  if (hours <= 1) return 'less than an hour';
  return hours <= 48 ? `at most ${hours} hours` : `at most ${Math.ceil(hours / 24)} days`;
}

function AgeRow({ isVerified }: { isVerified: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Row icon={<IconCalendarCheck />} name="Age verification" text="You must be 18 or older to take part.">
      {isVerified ? (
        <StatusBadge tone="positive">Verified</StatusBadge>
      ) : (
        <>
          <StatusBadge tone="waiting">Required</StatusBadge>
          <Button size="sm" onClick={() => setIsAsking(true)}>
            Verify age
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
      name="Location consent"
      text="Needed for wearable campaigns. Advertisers see only your approximate location."
    >
      <StatusBadge tone={isGranted ? 'positive' : 'neutral'}>
        {isGranted ? 'Granted' : 'Not granted'}
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
