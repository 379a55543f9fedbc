import type { ReactNode } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import type { MapMarker } from '#platform/web/maps/markers/map-model.ts';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { LiveLocation, TrackingSession } from '../../contract.ts';
import classes from './live-campaign.module.css';
import {
  formatAverageSession,
  isLiveNow,
  findLastHeartbeat,
  formatLength,
  DEFAULT_CENTER,
  groupByPoint,
  formatAlias,
  formatWhereabouts,
} from './live-figures.ts';
import { formatSentAt } from '../tracker/tracking-messages.ts';

/** Shown in place of a figure. The hint below it says why. */
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
  const average = formatAverageSession(running, now);
  return (
    <div className={classes.live}>
      <StatTiles>
        <StatTile label="Active Marketers" value={running.length} />
        <StatTile label="Live Locations" value={live.length} hint={insideText(live)} />
        <StatTile
          label="Avg. Session"
          value={average ?? NONE}
          hint={average === null ? 'None running' : 'Running now'}
        />
        <LastUpdate heardAt={findLastHeartbeat(live)} now={now} />
      </StatTiles>
      {problems}
      <div className={classes.columns}>
        <div>
          <LiveMap campaign={campaign} live={live} now={now} />
          <p className={classes.note}>
            Positions are approximate (about 600 m) and appear within 3 km of the location. Inside or outside
            the area is a minute old and approximate at the edge.
          </p>
        </div>
        <Panel title="Active Sessions">
          <Sessions running={running} live={live} now={now} />
        </Panel>
      </div>
    </div>
  );
}

function LastUpdate({ heardAt, now }: { heardAt: Date | null; now: Date }) {
  if (!heardAt) return <StatTile label="Last Update" value={NONE} hint="No activity" />;
  const isFresh = now.getTime() - heardAt.getTime() < MINUTE;
  return (
    <StatTile
      label="Last Update"
      value={formatSentAt(heardAt, now)}
      hint={isFresh ? <StatusBadge tone="live">Live</StatusBadge> : null}
    />
  );
}

/** Returns one marker per published point. Its popup lists every marketer at that point. */
export function toLiveMarkers(live: readonly LiveLocation[], now: Date): MapMarker[] {
  return groupByPoint(live).map(({ lat, lng, locations }) => {
    const names = locations.map(({ marketerId }) => formatAlias(marketerId)).join(', ');
    return {
      id: `${lat},${lng}`,
      lat,
      lng,
      label: `Marketer ${names}, live`,
      isLive: true,
      popup: <LiveList locations={locations} now={now} />,
    };
  });
}

interface LiveMapProps {
  campaign: Campaign;
  live: readonly LiveLocation[];
  now: Date;
}

function LiveMap({ campaign, live, now }: LiveMapProps) {
  const place = campaign.locationDetails;
  return (
    <MapView
      label={`Live map of ${campaign.title}`}
      center={place ?? DEFAULT_CENTER}
      zoom={13}
      ring={place ? { lat: place.lat, lng: place.lng, radiusMeters: place.radius } : undefined}
      markers={toLiveMarkers(live, now)}
      fit
      height={420}
      listFallback={
        live.length > 0 ? <LiveList locations={live} now={now} /> : <p>No marketers are live right now.</p>
      }
    />
  );
}

function LiveList({ locations, now }: { locations: readonly LiveLocation[]; now: Date }) {
  return (
    <ul className={classes.popup}>
      {locations.map((location) => (
        <li key={location.id}>
          <strong>{formatAlias(location.marketerId)}</strong>, {formatWhereabouts(location)}
          <br />
          Last update {formatSentAt(new Date(location.lastHeartbeat), now)}, accuracy about{' '}
          {Math.round(location.accuracy)} m
        </li>
      ))}
    </ul>
  );
}

interface SessionsProps {
  running: readonly TrackingSession[];
  live: readonly LiveLocation[];
  now: Date;
}

function Sessions({ running, live, now }: SessionsProps) {
  if (running.length === 0) return <p className={classes.note}>No marketers are tracking right now.</p>;
  return (
    <>
      <ul className={classes.sessions}>
        {running.map((session) => {
          const location = live.find(({ id }) => id === session.id);
          return (
            <li className={classes.session} key={session.id}>
              <Monogram name={session.marketerId} size={36} shape="round" />
              <div className={classes.who}>
                <span className={classes.alias}>{formatAlias(session.marketerId)}</span>
                <span className={classes.since}>
                  since {formatTimeOfDay(session.startTime)} (
                  {formatLength(now.getTime() - Date.parse(session.startTime))}),{' '}
                  {formatWhereabouts(location)}
                </span>
              </div>
              {location ? <StatusBadge tone="live">Live</StatusBadge> : <StatusBadge>No signal</StatusBadge>}
            </li>
          );
        })}
      </ul>
      <p className={classes.note}>Names are hidden until marketers send proof.</p>
    </>
  );
}

function insideText(live: readonly LiveLocation[]): string | null {
  const inside = live.filter(({ isInZone }) => isInZone).length;
  return live.length > 0 ? `${inside} in the campaign’s area` : null;
}
