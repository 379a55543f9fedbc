import { VisuallyHidden } from '@mantine/core';
import { Marker } from '@vis.gl/react-maplibre';
import type { ReactNode } from 'react';
import { LiveDot } from '../../ui/states/live-dot.tsx';
import classes from './map-markers.module.css';
import type { MapMarker } from './map-model.ts';

interface OneMarkerProps {
  marker: MapMarker;
  isPressable: boolean;
  /** True if selected. Its popup, if any, is open. */
  isOpen: boolean;
  isHovered: boolean;
  onPress(): void;
  onHover: ((id: string | null) => void) | undefined;
}

/** Draws a pin, a plate with a short text, or a pulsing dot; as a button if it is pressable. */
export function SingleMarker({ marker, isPressable, isOpen, isHovered, onPress, onHover }: OneMarkerProps) {
  const { id, lat, lng, label, text, isLive = false, popup, onMove } = marker;
  const look = {
    className: classes.marker,
    'data-live': isLive || undefined,
    'data-past': marker.isPast || undefined,
    'data-plate': text !== undefined || undefined,
    'data-selected': isOpen || undefined,
    'data-hovered': isHovered || undefined,
    title: label,
  };
  return (
    <Marker
      latitude={lat}
      longitude={lng}
      anchor={isLive ? 'center' : 'bottom'}
      draggable={onMove !== undefined}
      style={isOpen || isHovered ? inFront : behind}
      // Keeps the click from reaching the map.
      onClick={(event) => event.originalEvent.stopPropagation()}
      onDragEnd={(event) => onMove?.({ lat: event.lngLat.lat, lng: event.lngLat.lng })}
    >
      {isPressable ? (
        <button
          type="button"
          {...look}
          aria-label={label}
          {...(popup ? { 'aria-expanded': isOpen } : { 'aria-pressed': isOpen })}
          onClick={onPress}
          onPointerEnter={() => onHover?.(id)}
          onPointerLeave={() => onHover?.(null)}
          onFocus={() => onHover?.(id)}
          onBlur={() => onHover?.(null)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isOpen) onPress();
          }}
        >
          <Shape text={text} isLive={isLive} />
        </button>
      ) : (
        <span {...look}>
          <Shape text={text} isLive={isLive} label={label} />
        </span>
      )}
    </Marker>
  );
}

const inFront = { zIndex: 1 };
const behind = { zIndex: 0 };

interface ShapeProps {
  text: string | undefined;
  isLive: boolean;
  /** The accessible name, if no button around the shape has one. */
  label?: string;
}

function Shape({ text, isLive, label }: ShapeProps): ReactNode {
  if (isLive) return <LiveDot {...(label && { label })} />;
  if (text === undefined) return <PinShape label={label} />;
  return label ? (
    <>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  ) : (
    text
  );
}

/** The product's pin; its tip marks the point. Without a `label` it is hidden from screen readers. */
function PinShape({ label }: { label?: string | undefined }) {
  return (
    <svg
      width="30"
      height="38"
      viewBox="0 0 30 38"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        d="M15 37C15 37 28 23.6 28 14.4 28 7 22.2 1.4 15 1.4S2 7 2 14.4C2 23.6 15 37 15 37Z"
        fill="var(--ember)"
        stroke="var(--panel)"
        strokeWidth="2"
      />
      <circle cx="15" cy="14.4" r="5" fill="var(--on-ember)" />
    </svg>
  );
}
