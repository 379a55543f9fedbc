import { Alert, Anchor, Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatAppointment, formatDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { listOwnStrikes, type Strike } from '../strike-contract.ts';
import { StrikeAppeal } from './strike-appeal.tsx';
import { countText, ownStateOf, whatHappened } from './strike-words.ts';
import classes from './strikes.module.css';

/** Where on the page the strikes are. */
const STRIKES_PATH = '/applications#strikes';

function useOwnStrikes() {
  return useEndpoint(listOwnStrikes, undefined, { refetchOnMount: 'always' });
}

interface OwnStrikesProps {
  /** What stands above has been loaded, and pushes them down no more. */
  isInPlace: boolean;
}

/** All of a marketer's strikes: what happened, until when each counts, what they mean now, and the way to object. */
export function OwnStrikes({ isInPlace }: OwnStrikesProps) {
  const { data, error, refetch } = useOwnStrikes();
  const part = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // Who comes from a mail is led here by the browser before the applications above are there.
  useEffect(() => {
    if (isInPlace && hash === '#strikes') part.current?.scrollIntoView();
  }, [isInPlace, hash, key]);
  return (
    <div id="strikes" ref={part} className={classes.anchor}>
      <Panel
        title="Strikes"
        aside={data ? <span className={classes.count}>{countText(data.strikes)}</span> : null}
      >
        {data ? (
          <>
            <Pause until={data.pausedUntil} />
            <p className={classes.rule}>
              Not coming to work that you hold a place in, or giving the place back less than 12 hours before
              the start, is a strike. Three within 30 days pause applying for 7 days; each expires after 90
              days.
            </p>
            {data.strikes.length > 0 ? <StrikeRows strikes={data.strikes} /> : null}
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </Panel>
    </div>
  );
}

function Pause({ until }: { until: string | null }) {
  if (until === null) return null;
  return (
    <Alert color="red" icon={<IconClockPause aria-hidden />} title="You cannot apply now" mb="md">
      Three strikes within 30 days pause applying. You can apply again from{' '}
      <time dateTime={until}>{formatAppointment(until)}</time>. Places that you hold stay yours.
    </Alert>
  );
}

function StrikeRows({ strikes }: { strikes: readonly Strike[] }) {
  const [appealing, setAppealing] = useState<Strike | null>(null);
  return (
    <>
      <ul className={classes.rows} aria-label="Strikes">
        {strikes.map((strike) => (
          <StrikeRow strike={strike} onAppeal={() => setAppealing(strike)} key={strike.id} />
        ))}
      </ul>
      <StrikeAppeal strike={appealing} onClose={() => setAppealing(null)} />
    </>
  );
}

function StrikeRow({ strike, onAppeal }: { strike: Strike; onAppeal: () => void }) {
  const { at, expiresAt, isCounted, campaignId, campaignTitle, appealDueAt, can } = strike;
  const { label, tone } = ownStateOf(strike);
  return (
    <li className={classes.row}>
      <div className={classes.top}>
        <p className={classes.what}>{whatHappened(strike)}</p>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p className={classes.facts}>
        <time dateTime={at}>{formatDay(at)}</time>
        {isCounted ? (
          <span>
            counts until <time dateTime={expiresAt}>{formatDay(expiresAt)}</time>
          </span>
        ) : null}
        <Anchor
          component={Link}
          to={`/campaigns/${campaignId}`}
          size="sm"
          aria-label={`Look at ${campaignTitle}`}
        >
          Campaign
        </Anchor>
      </p>
      <Appeal strike={strike} />
      {can.appeal ? (
        <div className={classes.act}>
          <Button variant="default" size="sm" onClick={onAppeal} aria-label={`Appeal: ${campaignTitle}`}>
            Appeal
          </Button>
          <span className={classes.until}>
            until <time dateTime={appealDueAt}>{formatAppointment(appealDueAt)}</time>
          </span>
        </div>
      ) : null}
    </li>
  );
}

/** What was said about it, and what came of that. */
function Appeal({ strike: { status, appealText, decisionReason } }: { strike: Strike }) {
  return (
    <>
      {appealText ? <p className={classes.quote}>You wrote: “{appealText}”</p> : null}
      {status === 'appealed' ? (
        <p className={classes.quote}>
          An administrator decides about your appeal. Until then the strike counts.
        </p>
      ) : null}
      {decisionReason ? <p className={classes.quote}>The administrator wrote: “{decisionReason}”</p> : null}
    </>
  );
}

/** On the dashboard: that there are strikes, and the way to them; nothing for everybody without. */
export function StrikesNotice() {
  const { data } = useOwnStrikes();
  if (!data) return null;
  const counted = data.strikes.filter(({ isCounted }) => isCounted);
  const [newest] = counted;
  if (!newest) return null;
  return (
    <Alert
      mb="lg"
      color={data.pausedUntil ? 'red' : 'ember'}
      icon={<IconClockPause aria-hidden />}
      title={data.pausedUntil ? 'You cannot apply now' : countText(counted)}
    >
      {data.pausedUntil
        ? `Three strikes within 30 days pause applying until ${formatAppointment(data.pausedUntil)}. `
        : `${whatHappened(newest)} `}
      {newest.can.appeal ? `You can appeal until ${formatAppointment(newest.appealDueAt)}. ` : ''}
      <Link to={STRIKES_PATH} className={classes.link}>
        See my strikes
      </Link>
    </Alert>
  );
}
