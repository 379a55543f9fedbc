import { Marker } from '@vis.gl/react-maplibre';
import { t } from '#kernel/text.ts';
import classes from './map-markers.module.css';
import type { MarkerGroup } from './marker-groups.ts';

interface ClusterMarkerProps {
  cluster: MarkerGroup;
  isOpen: boolean;
  isHovered: boolean;
  onPress(): void;
}

export function ClusterMarker({ cluster, isOpen, isHovered, onPress }: ClusterMarkerProps) {
  const count = cluster.markers.length;
  return (
    <Marker
      latitude={cluster.lat}
      longitude={cluster.lng}
      onClick={(event) => event.originalEvent.stopPropagation()}
    >
      <button
        type="button"
        className={classes.cluster}
        data-live={cluster.markers.every(({ isLive }) => isLive) || undefined}
        data-hovered={isHovered || undefined}
        aria-label={t('{count} close together: {names}', { count, names: formatNames(cluster) })}
        aria-expanded={isOpen}
        onClick={onPress}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen) onPress();
        }}
      >
        {count}
      </button>
    </Marker>
  );
}

export function ClusterList({ cluster, onSelect }: { cluster: MarkerGroup; onSelect: (id: string) => void }) {
  return (
    <ul className={classes.list}>
      {cluster.markers.map(({ id, label }) => (
        <li key={id}>
          <button type="button" className={classes.listed} onClick={() => onSelect(id)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

const namedAtMost = 3;

function formatNames({ markers }: MarkerGroup): string {
  const named = markers
    .slice(0, namedAtMost)
    .map(({ label }) => label)
    .join('; ');
  return markers.length > namedAtMost ? t('{named} and more', { named }) : named;
}
