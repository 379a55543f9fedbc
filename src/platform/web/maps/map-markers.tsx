import { type MapRef, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { ClusterList, ClusterMarker } from './cluster-marker.tsx';
import { isWithin, type MapContentProps, type MapMarker } from './map-model.ts';
import { MarkerPopup } from './marker-popup.tsx';
import { crowdSize, groupMarkers, type MarkerGroup, spacingOf, splittingZoom } from './marker-groups.ts';
import { OneMarker } from './one-marker.tsx';
import { useMapView } from './use-map-view.ts';

interface MapMarkersProps extends Pick<MapContentProps, 'selectedId' | 'onSelect' | 'hoveredId' | 'onHover'> {
  markers: readonly MapMarker[];
}

/**
 * Markers as buttons of the page, so that they are reached and pressed by keyboard. Those that would hide each other
 * are one button with their number; it leads nearer, or lists them where they share one place.
 */
export function MapMarkers({ markers, selectedId, onSelect, hoveredId, onHover }: MapMarkersProps) {
  const { current: map } = useMap();
  const { zoom, bounds } = useMapView(map);
  const [ownId, setOwnId] = useState<string | null>(null);
  const [listedId, setListedId] = useState<string | null>(null);
  const openId = onSelect ? (selectedId ?? null) : ownId;
  useShown(
    map,
    markers.find(({ id }) => id === openId),
  );
  const select = (id: string | null) => {
    setListedId(null);
    if (onSelect) onSelect(id);
    else setOwnId(id);
  };

  // What cannot be pressed says something together with its neighbours: here am I, this is what is shown of me.
  const isPressable = ({ id, popup, onMove }: MapMarker) =>
    id !== openId && !onMove && (popup !== undefined || onSelect !== undefined);
  const spacing = spacingOf(markers.length);
  // Of a crowd only what is in or near the view is worth an element of its own.
  const groups = groupMarkers(markers.filter(isPressable), zoom, spacing).filter(
    (group) => markers.length <= crowdSize || !bounds || isWithin(bounds, group),
  );
  const alone = [
    ...markers.filter((marker) => !isPressable(marker)),
    ...groups.flatMap((group) => (group.markers.length === 1 ? group.markers : [])),
  ];
  const clusters = groups.filter((group) => group.markers.length > 1);
  const open = markers.find((marker) => marker.id === openId && marker.popup);
  const listed = clusters.find((group) => group.id === listedId);

  const openCluster = (cluster: MarkerGroup) => {
    const next = splittingZoom(cluster, zoom, spacing);
    if (next === undefined) {
      setListedId(cluster.id === listedId ? null : cluster.id);
      return;
    }
    // The button is about to fall apart; the keyboard stays in the map.
    map?.getCanvas().focus({ preventScroll: true });
    map?.getMap().easeTo({ center: [cluster.lng, cluster.lat], zoom: next }, { isByHand: true });
  };

  return (
    <>
      {alone.map((marker) => (
        <OneMarker
          key={marker.id}
          marker={marker}
          isPressable={marker.popup !== undefined || onSelect !== undefined}
          isOpen={marker.id === openId}
          isHovered={marker.id === hoveredId}
          onPress={() => select(marker.id === openId ? null : marker.id)}
          onHover={onHover}
        />
      ))}
      {clusters.map((cluster) => (
        <ClusterMarker
          key={cluster.id}
          cluster={cluster}
          isOpen={cluster === listed}
          isHovered={cluster.markers.some((marker) => marker.id === hoveredId)}
          onPress={() => openCluster(cluster)}
        />
      ))}
      {open ? (
        <MarkerPopup key={open.id} point={open} offset={heightOf(open)} onClose={() => select(null)}>
          {open.popup}
        </MarkerPopup>
      ) : null}
      {listed ? (
        <MarkerPopup key={listed.id} point={listed} offset={22} onClose={() => setListedId(null)}>
          <ClusterList cluster={listed} onSelect={select} />
        </MarkerPopup>
      ) : null}
    </>
  );
}

/** What was chosen in a list beside the map may lie outside of it. */
function useShown(map: MapRef | undefined, selected: MapMarker | undefined): void {
  const selectedId = selected?.id;
  useEffect(() => {
    if (!map || !selected || map.getBounds().contains([selected.lng, selected.lat])) return;
    map.getMap().easeTo({ center: [selected.lng, selected.lat] });
    // Only choosing moves the map, not the marker's own moves, and not the map's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, selectedId]);
}

/** Pixels that a marker rises above its point. */
function heightOf({ isLive, text }: MapMarker): number {
  if (isLive) return 14;
  return text === undefined ? 40 : 34;
}
