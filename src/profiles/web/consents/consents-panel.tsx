import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDay, formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { type Consent, type ConsentKind, CONSENTS_SHOWN, listConsents } from '../../contract.ts';
import classes from './consents-panel.module.css';
import { LocationConsentButton } from './location-consent.tsx';

const names: Record<ConsentKind, Message> = {
  age: msg('18 or older'),
  terms: msg('Terms of Service'),
  privacy: msg('Privacy Policy'),
  location: msg('Location sharing'),
};

export function ConsentsPanel({ user }: { user: CurrentUser }) {
  const log = useEndpoint(listConsents);
  return (
    <Panel title={t('Your consents')}>
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
    name: t(names[kind]),
    isGiven,
    last: log.find((line) => line.kind === kind),
  });
  // Only marketers are tracked. Users who have agreed can always withdraw.
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
          {rich('We ask for age, terms and privacy when you first take part. <link>Confirm now</link>', {
            link: <Anchor component={Link} to="/kyc" inherit underline="always" />,
          })}
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
          ? t(last.isGiven ? 'Agreed on {day}, version {version}' : 'Withdrawn on {day}, version {version}', {
              day: formatDay(last.at),
              version: last.textVersion,
            })
          : t('Never agreed')
      }
    >
      <StatusBadge tone={isGiven ? 'positive' : 'neutral'}>
        {isGiven ? t('Given') : t('Not given')}
      </StatusBadge>
      {children}
    </Row>
  );
}

function History({ log }: { log: readonly Consent[] }) {
  if (log.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>{t('History')}</summary>
      <p className={classes.note}>
        {log.length === CONSENTS_SHOWN
          ? t(
              'Entries are never changed or removed. Showing the newest {limit}. Your data export has all of them.',
              { limit: CONSENTS_SHOWN },
            )
          : t('Entries are never changed or removed.')}
      </p>
      <ol className={classes.log}>
        {log.map(({ id, kind, isGiven, textVersion, at }) => (
          <li key={id}>
            <time dateTime={at}>{formatDayTime(at)}</time>
            <span>
              {t(isGiven ? '{name}: agreed, version {version}' : '{name}: withdrawn, version {version}', {
                name: names[kind],
                version: textVersion,
              })}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
