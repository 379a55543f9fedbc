import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCalendarCheck, IconId, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { AgeModal } from '#profiles/web/age-modal.tsx';
import { LocationConsentModal } from '#profiles/web/location-consent-modal.tsx';
import type { KycStatus } from '../contract.ts';
import classes from './kyc-page.module.css';
import { kycStateWords } from './kyc-words.ts';

/** The three things that taking part needs, with the button that gets each of them. */
export function ComplianceRows({ status, user }: { status: KycStatus; user: CurrentUser }) {
  const { label, tone } = kycStateWords[status.kycStatus];
  return (
    <ul className={classes.rows}>
      <AgeRow isVerified={user.ageVerified} />
      <LocationRow isGranted={user.locationConsent} />
      <Row icon={<IconId />} name="KYC status" text={kycTexts[status.kycStatus]}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Row>
    </ul>
  );
}

const kycTexts: Record<KycStatus['kycStatus'], string> = {
  incomplete: 'We have not received your verification yet.',
  pending: 'We have your documents. A reviewer looks at them, and you are told the result.',
  approved: 'Your identity is verified.',
  rejected: 'Something is missing or wrong; below it says what.',
};

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
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useCallMutation(updateCompliance, {
    invalidates: [getCurrentUser],
    onError: (error) =>
      showToast({
        title: 'Error',
        message: textOf(error, 'Failed to update compliance status.'),
        tone: 'error',
      }),
  });
  const askToWithdraw = () =>
    modals.openConfirmModal({
      title: 'Withdraw location consent?',
      children:
        'A running session ends and your exact positions are deleted at once. Without the consent you cannot start wearable campaigns.',
      labels: { confirm: 'Withdraw consent', cancel: 'Keep it' },
      onConfirm: () => withdraw.mutate({ body: { locationConsent: false } }),
    });
  return (
    <Row
      icon={<IconMapPin />}
      name="Location consent"
      text="Needed for wearable campaigns. Advertisers see only an approximate place."
    >
      {isGranted ? (
        <>
          <StatusBadge tone="positive">Granted</StatusBadge>
          <Button size="sm" variant="default" loading={withdraw.isPending} onClick={askToWithdraw}>
            Withdraw
          </Button>
        </>
      ) : (
        <>
          <StatusBadge>Not granted</StatusBadge>
          <Button size="sm" variant="default" onClick={() => setIsAsking(true)}>
            Give consent
          </Button>
        </>
      )}
      <LocationConsentModal
        opened={isAsking}
        onAllowed={() => setIsAsking(false)}
        onDeclined={() => setIsAsking(false)}
      />
    </Row>
  );
}

interface RowProps {
  icon: ReactNode;
  name: string;
  text: string;
  /** Its state, and what can be done about it. */
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
