import { useMemo } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { toRing } from '#platform/web/maps/markers/map-model.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDayTime, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { listPresenceCells } from '../../track-contract.ts';
import { MINUTE, formatDuration } from '#kernel/time.ts';
import { DEFAULT_CENTER } from '../live/live-figures.ts';
import classes from './presence-heat.module.css';
import {
  findBusiestStart,
  sumMinutesByWhereabouts,
  sumMinutes,
  type TimedCell,
  toHeatAreas,
} from './presence-heat-areas.ts';

interface PresenceHeatProps {
  campaign: Campaign;
  /** The areas of a report, so that its map and figures agree. Otherwise all areas, also of running sessions. */
  cells?: readonly TimedCell[] | undefined;
}

/** Shows the live map's areas, never positions. */
export function PresenceHeat(props: PresenceHeatProps) {
  return (
    <Panel title={t('Where the work was done')}>
      <LoadedHeatMap {...props} />
    </Panel>
  );
}

function LoadedHeatMap({ campaign, cells: reported }: PresenceHeatProps) {
  const { data, error, refetch } = useEndpoint(
    listPresenceCells,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );
  if (!data) {
    return error ? (
      <ErrorState
        error={error}
        title={t('The heat map could not be loaded')}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingState text={t('Loading the heat map...')} />
    );
  }
  const cells = reported ?? data.cells;
  if (cells.length === 0) {
    return (
      <EmptyState
        isSmall
        title={t('Nothing recorded yet')}
        text={t('Areas appear here once marketers start tracking.')}
      />
    );
  }
  return (
    <HeatMap
      title={campaign.title}
      place={campaign.locationDetails}
      cells={cells}
      busiest={findBusiestStart(data.cells)}
    />
  );
}

interface HeatMapProps {
  title: string;
  place: {
    lat: number;
    lng: number;
    radius: number;
    corners?: { lat: number; lng: number }[] | undefined;
  } | null;
  cells: readonly TimedCell[];
  busiest: string | null;
}

export function HeatMap({ title, place, cells, busiest }: HeatMapProps) {
  const areas = useMemo(() => toHeatAreas(cells), [cells]);
  return (
    <div className={classes.heat}>
      <p className={classes.sentence}>{formatRecorded(cells, busiest)}</p>
      <div className={classes.map}>
        <MapView
          label={t('Heat map of {title}', { title })}
          center={place ?? DEFAULT_CENTER}
          ring={toRing(place)}
          areas={areas}
          fit
          height={320}
        />
      </div>
      <Legend />
      {place ? <Areas cells={cells} place={place} /> : null}
      <p className={classes.note}>
        {t(
          'Map cells are about 1 km across, to protect marketers’ privacy. The dashed circle is the campaign’s area.',
        )}
      </p>
    </div>
  );
}

function Legend() {
  return (
    <p className={classes.legend}>
      <span>{t('less time')}</span>
      <span className={classes.scale} aria-hidden />
      <span>{t('more time')}</span>
    </p>
  );
}

function formatRecorded(cells: readonly TimedCell[], busiest: string | null): string {
  const values = { time: sentenceCase(timeText(sumMinutes(cells))), count: cells.length };
  if (busiest === null)
    return t('{time} recorded in {count, plural, one {# map cell} other {# map cells}}.', values);
  return t(
    '{time} recorded in {count, plural, one {# map cell} other {# map cells}}, busiest between {from} and {to}.',
    {
      ...values,
      from: formatDayTime(busiest),
      to: formatTimeOfDay(new Date(Date.parse(busiest) + 10 * MINUTE)),
    },
  );
}

function timeText(minutes: number): string {
  return minutes < 1 ? t('under a minute') : formatDuration(minutes);
}

interface AreasProps {
  cells: readonly TimedCell[];
  place: { lat: number; lng: number; radius: number };
}

function Areas({ cells, place }: AreasProps) {
  return (
    <ul className={classes.areas} aria-label={t('Areas by recorded time')}>
      {sumMinutesByWhereabouts(cells, place).map(([where, minutes]) => (
        <li key={where}>
          <span>{sentenceCase(where)}</span>
          <strong>{timeText(minutes)}</strong>
        </li>
      ))}
    </ul>
  );
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
