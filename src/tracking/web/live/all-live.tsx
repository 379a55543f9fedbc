import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import type { OwnCampaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useClock, useNow } from '#platform/web/clock.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { type MapMarker, toRing } from '#platform/web/maps/markers/map-model.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { useHasBeenInView } from '#platform/web/hooks/use-has-been-in-view.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { ADVERTISER_POLL_MS, type LiveLocation, type TrackingSession } from '../../contract.ts';
import { listAllLive, type LiveSnapshot } from '../../live-contract.ts';
import { formatSentAt } from '../tracker/tracking-messages.ts';
import classes from './all-live.module.css';
import { formatWhereabouts, isLiveNow } from './live-figures.ts';
import { useWalkerNames, type WalkerNames } from './walker-names.ts';

/** Room for the map, so that nothing moves when it appears. */
const MAP_HEIGHT = 300;

interface AllLiveProps {
  campaigns: readonly OwnCampaign[];
}

/** Once it has been in view, it counts as a look at each of those campaigns, which their marketers can see. */
export default function AllLive({ campaigns }: AllLiveProps) {
  const clock = useClock();
  const now = useNow(10_000);
  const { frame, isSeen } = useHasBeenInView();
  const { data, error, refetch } = useEndpoint(listAllLive, undefined, {
    enabled: isSeen,
    refetchOnMount: 'always',
  });
  const renew = useEffectEvent(() => {
    if (isSeen && !document.hidden && navigator.onLine) void refetch();
  });
  const everyMs = data && data.sessions.length > 0 ? ADVERTISER_POLL_MS : MINUTE;
  useEffect(() => clock.every(everyMs, renew), [clock, everyMs]);
  return (
    <Panel title={t('Live now')}>
      <div ref={frame}>
        {data ? (
          <>
            {error ? (
              <output className={classes.none}>
                {t('Live updates are unavailable. These positions may be out of date.')}
              </output>
            ) : null}
            <Answer campaigns={campaigns} live={data} now={now} />
          </>
        ) : error ? (
          <ErrorState
            error={error}
            title={t('The live map could not be loaded')}
            onRetry={() => void refetch()}
          />
        ) : (
          <output>
            <VisuallyHidden>{t('Loading the live map...')}</VisuallyHidden>
            <Skeleton height={MAP_HEIGHT} aria-hidden />
          </output>
        )}
      </div>
    </Panel>
  );
}

interface AnswerProps extends AllLiveProps {
  live: LiveSnapshot;
  now: Date;
}

function Answer({ campaigns, live, now }: AnswerProps) {
  const names = useWalkerNames(live.sessions);
  if (live.sessions.length === 0) return <NoneLive campaigns={campaigns} now={now} />;
  const walkers = listWalkers(campaigns, live, names, now);
  const places = campaigns.filter(({ id }) => walkers.some(({ campaign }) => campaign?.id === id));
  const [first] = places.flatMap(({ locationDetails }) => locationDetails ?? []);
  return (
    <div className={classes.columns}>
      <MapView
        label={t('Live map of all campaigns')}
        center={first ?? { lat: 39.8, lng: -98.6 }}
        rings={places.flatMap(({ locationDetails }) => toRing(locationDetails) ?? [])}
        markers={walkers.flatMap((walker) => toMarker(walker, now) ?? [])}
        fit
        height={MAP_HEIGHT}
      />
      <ul className={classes.walkers} aria-label={t('Marketers at work')}>
        {walkers.map((walker) => (
          <li key={walker.session.id} className={classes.walker}>
            <WalkerFacts walker={walker} now={now} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Walker {
  name: string;
  session: TrackingSession;
  /** Undefined if there was no position in the last five minutes. */
  location: LiveLocation | undefined;
  campaign: OwnCampaign | undefined;
}

function listWalkers(
  campaigns: readonly OwnCampaign[],
  { sessions, locations }: LiveSnapshot,
  names: WalkerNames,
  now: Date,
): Walker[] {
  return sessions.map((session) => ({
    name: names.get(session.id) ?? '',
    session,
    location: locations.find((location) => location.id === session.id && isLiveNow(location, now)),
    campaign: campaigns.find(({ id }) => id === session.campaignId),
  }));
}

function toMarker(walker: Walker, now: Date): MapMarker | null {
  const { session, location, name, campaign } = walker;
  if (!location || location.latitude === null || location.longitude === null) return null;
  return {
    id: session.id,
    lat: location.latitude,
    lng: location.longitude,
    label: t('{name}, {campaign}, live', { name, campaign: campaign?.title ?? '' }),
    isLive: true,
    popup: (
      <div className={classes.popup}>
        <WalkerFacts walker={walker} now={now} />
      </div>
    ),
  };
}

function WalkerFacts({ walker: { name, session, location, campaign }, now }: { walker: Walker; now: Date }) {
  return (
    <>
      <span className={classes.top}>
        <strong>{name}</strong>
        {location ? (
          <StatusBadge tone="live">{t('Live')}</StatusBadge>
        ) : (
          <StatusBadge>{t('No signal')}</StatusBadge>
        )}
      </span>
      <Link to={`/campaigns/${session.campaignId}?tab=live`} className={classes.campaign}>
        {campaign?.title ?? t('Open the live view')}
      </Link>
      <span className={classes.facts}>
        {location
          ? t('{place}, seen {time}', {
              place: formatWhereabouts(location),
              time: formatSentAt(new Date(location.lastHeartbeat), now),
            })
          : formatWhereabouts(location)}
      </span>
    </>
  );
}

function NoneLive({ campaigns, now }: AllLiveProps & { now: Date }) {
  const [next] = campaigns
    .flatMap(({ id, title, status, campaignType, startTime, timeZone, marketersHired }) =>
      status === 'active' &&
      campaignType === 'wearable' &&
      marketersHired > 0 &&
      startTime !== null &&
      new Date(startTime) > now
        ? [{ id, title, startTime, timeZone }]
        : [],
    )
    .toSorted((one, other) => one.startTime.localeCompare(other.startTime));
  return (
    <p className={classes.none}>
      {t('No marketers are at work right now.')}{' '}
      {next
        ? rich(
            'Next start: <link>{title}</link>, {time}.',
            { link: <Link to={`/campaigns/${next.id}?tab=live`} /> },
            { title: next.title, time: formatZonedTime(next.startTime, next.timeZone) },
          )
        : t('They appear here while they track their work.')}
    </p>
  );
}
