import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where the keyboard goes on from once `isPending` ends, for what disables or takes away the button that was pressed.
 * Whoever has gone on meanwhile is left alone.
 */
export function useFocusAfter<T extends HTMLElement>(isPending: boolean): RefObject<T | null> {
  const place = useRef<T>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending && document.activeElement === document.body) place.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  return place;
}

/** The same after each of the calls that `ended` counts (useEndedCalls), for what outlives the button that began them. */
export function useFocusAfterEach<T extends HTMLElement>(ended: number): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => {
    if (ended > 0) keepFocus(place.current);
  }, [ended]);
  return place;
}

/** Lets a keyboard that has lost its place go on from this one, without scrolling. */
export function keepFocus(place: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true });
}
