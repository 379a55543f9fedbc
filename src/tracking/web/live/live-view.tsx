import { type ReactNode, useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import type { LocationDetails } from '#campaigns/fields-contract.ts';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { type MapMarker, toRing } from '#platform/web/maps/markers/map-model.ts';
import { formatTimeOfDay, formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import type { LiveLocation, TrackingSession } from '../../contract.ts';
import classes from './live-campaign.module.css';
import {
  formatAverageSession,
  isLiveNow,
  findLastHeartbeat,
  formatLength,
  DEFAULT_CENTER,
  groupByPoint,
  formatWhereabouts,
} from './live-figures.ts';
import { extendTrails, toPaths, type Trails } from './trails.ts';
import { useWalkerNames, type WalkerNames } from './walker-names.ts';
import { formatSentAt } from '../tracker/tracking-messages.ts';

const NONE = '–';

interface LiveViewProps {
  campaign: Campaign;
  locations: readonly LiveLocation[];
  running: readonly TrackingSession[];
  now: Date;
  problems?: ReactNode;
}

export function LiveView({ campaign, locations, running, now, problems }: LiveViewProps) {
  const live = locations.filter((location) => isLiveNow(location, now));
  const names = useWalkerNames(running);
  const trails = useTrails(live);
  const average = formatAverageSession(running, now);
  return (
    <div className={classes.live}>
      <StatTiles isCompact={running.length === 0}>
        <StatTile label={t('Active Marketers')} value={running.length} />
        <StatTile label={t('Live Locations')} value={live.length} hint={insideText(live)} />
        <StatTile
          label={t('Avg. Session')}
          value={average ?? NONE}
          hint={average === null ? t('None running') : t('Running now')}
        />
        <LastUpdate heardAt={findLastHeartbeat(live)} now={now} />
      </StatTiles>
      {problems}
      <div className={classes.columns}>
        <div>
          <LiveMap campaign={campaign} live={live} names={names} trails={trails} now={now} />
          <p className={classes.note}>
            {t(
              'Positions are approximate (about {meters} m) and appear within 3 km of the location. Lines join those seen since you opened this page. Inside or outside the area is a minute old and approximate at the edge.',
              { meters: PUBLISHED_ACCURACY_METERS },
            )}
          </p>
        </div>
        <Panel title={t('Active Sessions')}>
          {running.length === 0 ? (
            <NoneTracking campaign={campaign} now={now} />
          ) : (
            <Sessions running={running} live={live} names={names} now={now} />
          )}
        </Panel>
      </div>
    </div>
  );
}

function LastUpdate({ heardAt, now }: { heardAt: Date | null; now: Date }) {
  if (!heardAt) return <StatTile label={t('Last Update')} value={NONE} hint={t('No activity')} />;
  const isFresh = now.getTime() - heardAt.getTime() < MINUTE;
  return (
    <StatTile
      label={t('Last Update')}
      value={formatSentAt(heardAt, now)}
      hint={isFresh ? <StatusBadge tone="live">{t('Live')}</StatusBadge> : null}
    />
  );
}

const getName = (names: WalkerNames, id: string) => names.get(id) ?? t('Walker');

function useTrails(live: readonly LiveLocation[]): Trails {
  const [trails, setTrails] = useState<Trails>(new Map());
  const next = extendTrails(trails, live);
  if (next !== trails) setTrails(next);
  return next;
}

export function toLiveMarkers(live: readonly LiveLocation[], names: WalkerNames, now: Date): MapMarker[] {
  return groupByPoint(live).map(({ lat, lng, locations }) => {
    const walkers = locations.map(({ id }) => getName(names, id)).join(', ');
    return {
      id: `${lat},${lng}`,
      lat,
      lng,
      label: t('{walkers}, live', { walkers }),
      isLive: true,
      popup: <LiveList locations={locations} names={names} now={now} />,
    };
  });
}

/** Marks the campaign's place while no marketers are on the map. */
function toPlaceMarker({ lat, lng, address }: LocationDetails): MapMarker {
  return { id: 'place', lat, lng, label: address };
}

interface LiveMapProps {
  campaign: Campaign;
  live: readonly LiveLocation[];
  names: WalkerNames;
  trails: Trails;
  now: Date;
}

function LiveMap({ campaign, live, names, trails, now }: LiveMapProps) {
  const place = campaign.locationDetails;
  return (
    <MapView
      label={t('Live map of {title}', { title: campaign.title })}
      center={place ?? DEFAULT_CENTER}
      zoom={13}
      ring={toRing(place)}
      markers={live.length === 0 && place ? [toPlaceMarker(place)] : toLiveMarkers(live, names, now)}
      paths={toPaths(trails)}
      place={campaign.location}
      fit
      height={420}
      listFallback={
        live.length > 0 ? (
          <LiveList locations={live} names={names} now={now} />
        ) : (
          <p>{t('No marketers are live right now.')}</p>
        )
      }
    />
  );
}

interface LiveListProps {
  locations: readonly LiveLocation[];
  names: WalkerNames;
  now: Date;
}

function LiveList({ locations, names, now }: LiveListProps) {
  return (
    <ul className={classes.popup}>
      {locations.map((location) => (
        <li key={location.id}>
          <strong>{getName(names, location.id)}</strong>, {formatWhereabouts(location)}
          <br />
          {t('Last update {time}, accuracy about {meters} m', {
            time: formatSentAt(new Date(location.lastHeartbeat), now),
            meters: Math.round(location.accuracy),
          })}
        </li>
      ))}
    </ul>
  );
}

function NoneTracking({ campaign: { startTime, timeZone }, now }: { campaign: Campaign; now: Date }) {
  const isAhead = startTime !== null && new Date(startTime) > now;
  return (
    <p className={classes.note}>
      {t('No marketers are tracking right now.')}
      {isAhead ? ` ${t('Work starts {time}.', { time: formatZonedTime(startTime, timeZone) })}` : null}
    </p>
  );
}

interface SessionsProps {
  running: readonly TrackingSession[];
  live: readonly LiveLocation[];
  names: WalkerNames;
  now: Date;
}

function Sessions({ running, live, names, now }: SessionsProps) {
  return (
    <>
      <ul className={classes.sessions}>
        {running.map((session) => {
          const location = live.find(({ id }) => id === session.id);
          return (
            <li className={classes.session} key={session.id}>
              <Monogram name={getName(names, session.id).replace(/^.* (?=\d)/, '')} size={36} shape="round" />
              <div className={classes.who}>
                <span className={classes.alias}>{getName(names, session.id)}</span>
                <span className={classes.since}>{formatSince(session, location, now)}</span>
              </div>
              {location ? (
                <StatusBadge tone="live">{t('Live')}</StatusBadge>
              ) : (
                <StatusBadge>{t('No signal')}</StatusBadge>
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes.note}>{t('Names are hidden until marketers send proof.')}</p>
    </>
  );
}

/** Returns 'since 8:00 AM (24 min), on the way, seen just now'. */
function formatSince(session: TrackingSession, location: LiveLocation | undefined, now: Date): string {
  const values = {
    start: formatTimeOfDay(session.startTime),
    length: formatLength(now.getTime() - Date.parse(session.startTime)),
    place: formatWhereabouts(location),
  };
  if (!location) return t('since {start} ({length}), {place}', values);
  const time = formatSentAt(new Date(location.lastHeartbeat), now);
  return t('since {start} ({length}), {place}, seen {time}', { ...values, time });
}

function insideText(live: readonly LiveLocation[]): string | null {
  const inside = live.filter(({ isInZone }) => isInZone).length;
  return live.length > 0 ? t('{inside} in the campaign’s area', { inside }) : null;
}
