import { type MapRef, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { ClusterList, ClusterMarker } from './cluster-marker.tsx';
import { isWithin, type MapContentProps, type MapMarker } from './map-model.ts';
import { MarkerPopup } from './marker-popup.tsx';
import { crowdSize, groupMarkers, type MarkerGroup, getSpacing, findSplittingZoom } from './marker-groups.ts';
import { SingleMarker } from './single-marker.tsx';
import { useMapView } from '../use-map-view.ts';

interface MapMarkersProps extends Pick<MapContentProps, 'selectedId' | 'onSelect' | 'hoveredId' | 'onHover'> {
  markers: readonly MapMarker[];
}

/**
 * Markers that would overlap become one button with their number. It zooms in, or lists the markers if they share one
 * point.
 */
export function MapMarkers({ markers, selectedId, onSelect, hoveredId, onHover }: MapMarkersProps) {
  const { current: map } = useMap();
  const { zoom, bounds } = useMapView(map);
  const [ownId, setOwnId] = useState<string | null>(null);
  const [listedId, setListedId] = useState<string | null>(null);
  const openId = onSelect ? (selectedId ?? null) : ownId;
  usePanToSelected(
    map,
    markers.find(({ id }) => id === openId),
  );
  const select = (id: string | null) => {
    setListedId(null);
    if (onSelect) onSelect(id);
    else setOwnId(id);
  };

  // Markers that are not pressable are never grouped: they explain each other, as on the tracking map.
  const isPressable = ({ id, popup, onMove }: MapMarker) =>
    id !== openId && !onMove && (popup !== undefined || onSelect !== undefined);
  const spacing = getSpacing(markers.length);
  // In a crowd, only groups in or near the view get an element.
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
    const next = findSplittingZoom(cluster, zoom, spacing);
    if (next === undefined) {
      setListedId(cluster.id === listedId ? null : cluster.id);
      return;
    }
    // The button is about to disappear, so the focus moves to the map.
    map?.getCanvas().focus({ preventScroll: true });
    map?.getMap().easeTo({ center: [cluster.lng, cluster.lat], zoom: next }, { isByHand: true });
  };

  return (
    <>
      {alone.map((marker) => (
        <SingleMarker
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
        <MarkerPopup key={open.id} point={open} offset={getMarkerHeight(open)} onClose={() => select(null)}>
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

function usePanToSelected(map: MapRef | undefined, selected: MapMarker | undefined): void {
  const selectedId = selected?.id;
  useEffect(() => {
    if (!map || !selected || map.getBounds().contains([selected.lng, selected.lat])) return;
    map.getMap().easeTo({ center: [selected.lng, selected.lat] });
    // Only a new selection moves the map, not a moving marker or map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, selectedId]);
}

function getMarkerHeight({ isLive, text }: MapMarker): number {
  if (isLive) return 14;
  return text === undefined ? 40 : 34;
}
