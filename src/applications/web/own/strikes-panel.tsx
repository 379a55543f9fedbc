import { Alert, Anchor, Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatZonedTime, formatDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { listOwnStrikes, type Strike } from '../../strike-contract.ts';
import { StrikeAppeal } from './strike-appeal.tsx';
import { formatStrikeCount, formatStrikeStatus, formatStrikeCause } from './strike-labels.ts';
import classes from './strikes.module.css';

const STRIKES_PATH = '/applications#strikes';

function useOwnStrikes() {
  return useEndpoint(listOwnStrikes, undefined, { refetchOnMount: 'always' });
}

interface OwnStrikesProps {
  /** The content above has loaded and no longer pushes the strikes down. */
  isInPlace: boolean;
}

export function OwnStrikes({ isInPlace }: OwnStrikesProps) {
  const { data, error, refetch } = useOwnStrikes();
  const part = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // Links from emails have #strikes. The browser scrolls there before the applications above are loaded.
  useEffect(() => {
    if (isInPlace && hash === '#strikes') part.current?.scrollIntoView();
  }, [isInPlace, hash, key]);
  return (
    <div id="strikes" ref={part} className={classes.anchor}>
      <Panel
        title={t('Strikes')}
        aside={data ? <span className={classes.count}>{formatStrikeCount(data.strikes)}</span> : null}
      >
        {data ? (
          <>
            <Pause until={data.pausedUntil} />
            <p className={classes.rule}>
              {t(
                'A no-show, or giving up a place less than 12 hours before the start, is a strike. Three strikes within 30 days stop you from applying for 7 days. Strikes expire after 90 days.',
              )}{' '}
              <HelpLink to="strikes" />
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
    <Alert color="red" icon={<IconClockPause aria-hidden />} title={t('You can’t apply right now')} mb="md">
      {rich(
        'You got three strikes within 30 days. You can apply again on <time>{day}</time>. You keep the places you have.',
        { time: <time dateTime={until} /> },
        { day: formatZonedTime(until) },
      )}
    </Alert>
  );
}

function StrikeRows({ strikes }: { strikes: readonly Strike[] }) {
  const [appealing, setAppealing] = useState<Strike | null>(null);
  return (
    <>
      <ul className={classes.rows} aria-label={t('Strikes')}>
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
  const { label, tone } = formatStrikeStatus(strike);
  return (
    <li className={classes.row}>
      <div className={classes.top}>
        <p className={classes.what}>{formatStrikeCause(strike)}</p>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p className={classes.facts}>
        <time dateTime={at}>{formatDay(at)}</time>
        {isCounted ? (
          <span>
            {rich(
              'counts until <time>{day}</time>',
              { time: <time dateTime={expiresAt} /> },
              { day: formatDay(expiresAt) },
            )}
          </span>
        ) : null}
        <Anchor
          component={Link}
          to={`/campaigns/${campaignId}`}
          size="sm"
          aria-label={t('View {campaignTitle}', { campaignTitle })}
        >
          {t('Campaign')}
        </Anchor>
      </p>
      <Appeal strike={strike} />
      {can.appeal ? (
        <div className={classes.act}>
          <Button
            variant="default"
            size="sm"
            onClick={onAppeal}
            aria-label={t('Appeal: {campaignTitle}', { campaignTitle })}
          >
            {t('Appeal')}
          </Button>
          <span className={classes.until}>
            {rich(
              'until <time>{day}</time>',
              { time: <time dateTime={appealDueAt} /> },
              { day: formatZonedTime(appealDueAt) },
            )}
          </span>
        </div>
      ) : null}
    </li>
  );
}

function Appeal({ strike: { status, appealText, decisionReason } }: { strike: Strike }) {
  return (
    <>
      {appealText ? <p className={classes.quote}>{t('You wrote: “{text}”', { text: appealText })}</p> : null}
      {status === 'appealed' ? (
        <p className={classes.quote}>
          {t('An administrator is reviewing your appeal. The strike counts until then.')}
        </p>
      ) : null}
      {decisionReason ? (
        <p className={classes.quote}>{t('The administrator wrote: “{text}”', { text: decisionReason })}</p>
      ) : null}
    </>
  );
}

export function StrikesNotice() {
  const { data } = useOwnStrikes();
  if (!data) return null;
  const counted = data.strikes.filter(({ isCounted }) => isCounted);
  const [newest] = counted;
  if (!newest) return null;
  return (
    <Alert
      mb="lg"
      color={data.pausedUntil ? 'red' : 'yellow'}
      icon={<IconClockPause aria-hidden />}
      title={data.pausedUntil ? t('You can’t apply right now') : formatStrikeCount(counted)}
    >
      {data.pausedUntil
        ? t('You got three strikes within 30 days. You can apply again on {time}.', {
            time: formatZonedTime(data.pausedUntil),
          })
        : formatStrikeCause(newest)}{' '}
      {newest.can.appeal
        ? `${t('You can appeal until {time}.', { time: formatZonedTime(newest.appealDueAt) })} `
        : ''}
      <Link to={STRIKES_PATH} className={classes.link}>
        {t('View my strikes')}
      </Link>
    </Alert>
  );
}
