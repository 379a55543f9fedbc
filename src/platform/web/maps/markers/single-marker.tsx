import { VisuallyHidden } from '@mantine/core';
import { Marker } from '@vis.gl/react-maplibre';
import type { KeyboardEvent, ReactNode } from 'react';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { LiveDot } from '../../ui/states/live-dot.tsx';
import classes from './map-markers.module.css';
import type { MapMarker } from './map-model.ts';

interface OneMarkerProps {
  marker: MapMarker;
  isPressable: boolean;
  isOpen: boolean;
  isHovered: boolean;
  onPress(): void;
  onHover: ((id: string | null) => void) | undefined;
}

export function SingleMarker({ marker, isPressable, isOpen, isHovered, onPress, onHover }: OneMarkerProps) {
  const { id, lat, lng, label, text, isLive = false, isHandle = false, popup, onMove } = marker;
  const look = {
    className: classes.marker,
    'data-live': isLive || undefined,
    'data-handle': isHandle || undefined,
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
      anchor={isLive || isHandle ? 'center' : 'bottom'}
      draggable={onMove !== undefined}
      style={isOpen || isHovered ? inFront : behind}
      onClick={(event) => event.originalEvent.stopPropagation()}
      onDragEnd={(event) => onMove?.({ lat: event.lngLat.lat, lng: event.lngLat.lng })}
    >
      {isPressable ? (
        <button
          type="button"
          {...look}
          aria-label={label}
          tabIndex={isHandle ? -1 : undefined}
          {...(popup ? { 'aria-expanded': isOpen } : { 'aria-pressed': isOpen })}
          onClick={onPress}
          onPointerEnter={() => onHover?.(id)}
          onPointerLeave={() => onHover?.(null)}
          onFocus={() => onHover?.(id)}
          onBlur={() => onHover?.(null)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isOpen) onPress();
            moveByKey(event, marker);
          }}
        >
          {isHandle ? null : <Shape text={text} isLive={isLive} />}
        </button>
      ) : (
        <span {...look}>
          <Shape text={text} isLive={isLive} label={label} />
        </span>
      )}
    </Marker>
  );
}

/** One press of an arrow key moves a marker this far, and with Shift a tenth of it. */
const STEP_METERS = 10;
const directions: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function moveByKey(event: KeyboardEvent, { lat, lng, onMove }: MapMarker): void {
  const [east, north] = directions[event.key] ?? [0, 0];
  if (!onMove || (east === 0 && north === 0)) return;
  event.preventDefault();
  event.stopPropagation();
  const meters = event.shiftKey ? STEP_METERS / 10 : STEP_METERS;
  onMove(movePoint({ lat, lng }, east * meters, north * meters));
}

const inFront = { zIndex: 1 };
const behind = { zIndex: 0 };

interface ShapeProps {
  text: string | undefined;
  isLive: boolean;
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

/** The tip marks the point. Without a `label` it is hidden from screen readers. */
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
