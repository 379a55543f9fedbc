import { Popup } from '@vis.gl/react-maplibre';
import type { ReactNode } from 'react';
import classes from './map-markers.module.css';
import type { MapPoint } from './map-model.ts';

interface MarkerPopupProps {
  point: MapPoint;
  offset: number;
  onClose(): void;
  children: ReactNode;
}

export function MarkerPopup({ point, offset, onClose, children }: MarkerPopupProps) {
  return (
    <Popup
      longitude={point.lng}
      latitude={point.lat}
      offset={offset}
      className={classes.popup ?? ''}
      closeOnClick={false}
      // The marker keeps the focus. Otherwise closing the popup would lose it.
      focusAfterOpen={false}
      maxWidth="260px"
      onClose={onClose}
    >
      {children}
    </Popup>
  );
}
