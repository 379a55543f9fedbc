import { Marker, Popup } from '@vis.gl/react-maplibre';
import { useState } from 'react';
import { LiveDot } from '../ui/live-dot.tsx';
import type { MapMarker } from './map-model.ts';
import classes from './map-markers.module.css';
import { PinShape } from './pin-shape.tsx';

/** Markers as buttons of the page, so that they are reached and pressed by keyboard; meant for up to some hundreds. */
export function MapMarkers({ markers }: { markers: readonly MapMarker[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = markers.find((marker) => marker.id === openId && marker.popup);
  return (
    <>
      {markers.map((marker) => (
        <OneMarker
          key={marker.id}
          marker={marker}
          isOpen={marker.id === openId}
          onPress={() => setOpenId(marker.id === openId ? null : marker.id)}
        />
      ))}
      {open ? (
        <Popup
          longitude={open.lng}
          latitude={open.lat}
          offset={open.isLive ? 14 : 40}
          className={classes.popup ?? ''}
          closeOnClick={false}
          // The button keeps the focus, so that closing leaves nobody at the top of the page.
          focusAfterOpen={false}
          maxWidth="260px"
          onClose={() => setOpenId(null)}
        >
          {open.popup}
        </Popup>
      ) : null}
    </>
  );
}

interface OneMarkerProps {
  marker: MapMarker;
  isOpen: boolean;
  onPress(): void;
}

function OneMarker({ marker, isOpen, onPress }: OneMarkerProps) {
  const { lat, lng, label, isLive = false, popup, onMove } = marker;
  return (
    <Marker
      latitude={lat}
      longitude={lng}
      anchor={isLive ? 'center' : 'bottom'}
      draggable={onMove !== undefined}
      // A click on a marker is not a click on the map below it.
      onClick={(event) => event.originalEvent.stopPropagation()}
      onDragEnd={(event) => onMove?.({ lat: event.lngLat.lat, lng: event.lngLat.lng })}
    >
      {popup ? (
        <button
          type="button"
          className={classes.marker}
          data-live={isLive || undefined}
          aria-label={label}
          aria-expanded={isOpen}
          title={label}
          onClick={onPress}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isOpen) onPress();
          }}
        >
          {isLive ? <LiveDot /> : <PinShape />}
        </button>
      ) : (
        <span className={classes.marker} data-live={isLive || undefined} title={label}>
          {isLive ? <LiveDot label={label} /> : <PinShape label={label} />}
        </span>
      )}
    </Marker>
  );
}
