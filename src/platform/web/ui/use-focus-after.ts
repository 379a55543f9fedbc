import { type RefObject, useEffect, useRef } from 'react';

/** For actions that disable or remove the pressed button. Does nothing if the user has moved the focus elsewhere. */
export function useFocusAfter<T extends HTMLElement>(isPending: boolean): RefObject<T | null> {
  const place = useRef<T>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending && document.activeElement === document.body) place.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  return place;
}

/** Focuses after each call counted by `ended` (see useEndedMutationCount), if the pressed button is gone. */
export function useFocusAfterEachCall<T extends HTMLElement>(ended: number): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => {
    if (ended > 0) restoreLostFocus(place.current);
  }, [ended]);
  return place;
}

export function restoreLostFocus(place: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true });
}
