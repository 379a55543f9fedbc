import { useMemo } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatDayTime, formatDuration } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { listPresenceCells, type PresenceCell } from '../track-contract.ts';
import { newYork } from './live-figures.ts';
import classes from './presence-heat.module.css';
import { busiestStart, minutesOf, stainsOf, whereabouts } from './presence-heat-areas.ts';

/** More would be a table of cells that nobody reads. */
const LISTED_AREAS = 8;

/** Where a campaign's marketers were, all of its time together: areas as the live map has shown them, never positions. */
export function PresenceHeat({ campaign }: { campaign: Campaign }) {
  return (
    <Panel title="Where the work was done">
      <AskedHeat campaign={campaign} />
    </Panel>
  );
}

function AskedHeat({ campaign }: { campaign: Campaign }) {
  const { data, error, refetch } = useEndpoint(
    listPresenceCells,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );
  if (!data) {
    return error ? (
      <ErrorState error={error} title="The heat map could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <LoadingState text="Loading the heat map..." />
    );
  }
  if (data.cells.length === 0) {
    return (
      <EmptyState
        title="Nothing recorded yet"
        text="The areas appear here once marketers have tracked their work."
      />
    );
  }
  return <HeatMap campaign={campaign} cells={data.cells} />;
}

function HeatMap({ campaign, cells }: { campaign: Campaign; cells: readonly PresenceCell[] }) {
  const place = campaign.locationDetails;
  const stains = useMemo(() => stainsOf(cells), [cells]);
  const busiest = busiestStart(cells);
  return (
    <div className={classes.heat}>
      <p className={classes.sentence}>
        {formatDuration(minutesOf(cells))} recorded in{' '}
        {cells.length === 1 ? '1 area' : `${cells.length} areas`}
        {busiest ? `, most of it around ${formatDayTime(busiest)}` : ''}.
      </p>
      <div className={classes.map}>
        <MapView
          label={`Heat map of ${campaign.title}`}
          center={place ?? newYork}
          ring={place ? { lat: place.lat, lng: place.lng, radiusMeters: place.radius } : undefined}
          stains={stains}
          fit
          height={320}
        />
      </div>
      <Legend />
      {place ? <Areas cells={cells} place={place} /> : null}
      <p className={classes.note}>
        Each area is about a kilometre across and shows what the live map has shown: positions are moved by a
        secret distance first, so that nobody’s way can be read from it. The dashed circle is the campaign’s
        area.
      </p>
    </div>
  );
}

function Legend() {
  return (
    <p className={classes.legend}>
      <span>less time</span>
      <span className={classes.scale} aria-hidden />
      <span>more time</span>
    </p>
  );
}

/** The map in words, for whoever does not see it. */
function Areas({ cells, place }: { cells: readonly PresenceCell[]; place: { lat: number; lng: number } }) {
  const longest = cells.toSorted((one, other) => other.minutes - one.minutes).slice(0, LISTED_AREAS);
  return (
    <ul className={classes.areas} aria-label="Areas by recorded time">
      {longest.map((area) => (
        <li key={area.cell}>
          <span>{sentenceCase(whereabouts(area, place))}</span>
          <strong>{area.minutes < 1 ? 'under a minute' : formatDuration(Math.round(area.minutes))}</strong>
        </li>
      ))}
    </ul>
  );
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
