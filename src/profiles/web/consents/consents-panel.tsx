import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDay, formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { type Consent, type ConsentKind, CONSENTS_SHOWN, listConsents } from '../../contract.ts';
import classes from './consents-panel.module.css';
import { LocationConsentButton } from './location-consent.tsx';

const names: Record<ConsentKind, string> = {
  age: '18 or older',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  location: 'Location sharing',
};

/** The user's consents with date and version. The location consent can be given and withdrawn here. */
export function ConsentsPanel({ user }: { user: CurrentUser }) {
  const log = useEndpoint(listConsents);
  return (
    <Panel title="Your consents">
      {log.data ? (
        <>
          <CurrentConsents user={user} log={log.data} />
          <History log={log.data} />
        </>
      ) : log.error ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function CurrentConsents({ user, log }: { user: CurrentUser; log: readonly Consent[] }) {
  const toRow = (kind: ConsentKind, isGiven: boolean) => ({
    name: names[kind],
    isGiven,
    last: log.find((line) => line.kind === kind),
  });
  // Only marketers are tracked, so only they are asked. Users who have agreed can always withdraw.
  const asksLocation = user.userType === 'marketer' || user.locationConsent;
  const canBeAsked = user.userType !== 'admin' && !user.ageVerified;
  return (
    <>
      <RowList>
        <ConsentRow {...toRow('age', user.ageVerified)} />
        <ConsentRow {...toRow('terms', user.termsAccepted)} address="/terms" />
        <ConsentRow {...toRow('privacy', user.privacyAccepted)} address="/privacy" />
        {asksLocation ? (
          <ConsentRow {...toRow('location', user.locationConsent)}>
            <LocationConsentButton isGiven={user.locationConsent} />
          </ConsentRow>
        ) : null}
      </RowList>
      {canBeAsked ? (
        <p className={classes.note}>
          We ask for age, terms and privacy when you first take part.{' '}
          <Anchor component={Link} to="/kyc" inherit underline="always">
            Confirm now
          </Anchor>
        </p>
      ) : null}
    </>
  );
}

interface ConsentRowProps {
  name: string;
  isGiven: boolean;
  last: Consent | undefined;
  address?: string;
  children?: ReactNode;
}

function ConsentRow({ name, isGiven, last, address, children }: ConsentRowProps) {
  return (
    <Row
      name={
        address ? (
          <Anchor href={address} target="_blank" rel="noreferrer" inherit>
            {name}
          </Anchor>
        ) : (
          name
        )
      }
      detail={
        last
          ? `${last.isGiven ? 'Agreed' : 'Withdrawn'} on ${formatDay(last.at)}, version ${last.textVersion}`
          : 'Never agreed'
      }
    >
      <StatusBadge tone={isGiven ? 'positive' : 'neutral'}>{isGiven ? 'Given' : 'Not given'}</StatusBadge>
      {children}
    </Row>
  );
}

function History({ log }: { log: readonly Consent[] }) {
  if (log.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>History</summary>
      <p className={classes.note}>
        Entries are never changed or removed.
        {log.length === CONSENTS_SHOWN
          ? ` Showing the newest ${CONSENTS_SHOWN}. Your data export has all of them.`
          : ''}
      </p>
      <ol className={classes.log}>
        {log.map(({ id, kind, isGiven, textVersion, at }) => (
          <li key={id}>
            <time dateTime={at}>{formatDayTime(at)}</time>
            <span>
              {names[kind]}: {isGiven ? 'agreed' : 'withdrawn'}, version {textVersion}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
