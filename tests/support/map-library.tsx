/**
 * Replaces the map library in screen tests, because jsdom cannot draw. A marker or popup renders only its
 * content. The one map that `useMap` returns shows the whole world.
 */
import type { ReactNode } from 'react';

const listeners = new Set<() => void>();
let zoom = 0;
const map = {
  getZoom: () => zoom,
  getBounds: () => ({
    getWest: () => -180,
    getSouth: () => -85,
    getEast: () => 180,
    getNorth: () => 85,
    contains: () => true,
  }),
  getCanvas: () => document.body,
  getMap: () => map,
  on: (_: string, listener: () => void) => listeners.add(listener),
  off: (_: string, listener: () => void) => listeners.delete(listener),
  easeTo: (to: { zoom?: number }) => zoomTo(to.zoom ?? zoom),
};

export function zoomTo(next: number): void {
  zoom = next;
  for (const listener of listeners) listener();
}

export const useMap = () => ({ current: map });
export const Marker = ({ children }: { children: ReactNode }) => children;
export const Popup = ({ children }: { children: ReactNode }) => <dialog open>{children}</dialog>;
