import { useCallback, useState } from 'react';
import { useIsSettled } from '../ui/states/settling.tsx';

/** How near to the view an element counts as seen. */
const rootMargin = '240px';

/**
 * Returns whether an element has ever been in or near the view since its screen settled. Before, the skeleton covers
 * it. If the browser has no IntersectionObserver, every element of a settled screen counts as seen.
 */
export function useHasBeenInView(): {
  frame: (element: Element | null) => (() => void) | void;
  isSeen: boolean;
} {
  const isSettled = useIsSettled();
  const [wasInView, setInView] = useState(() => typeof IntersectionObserver === 'undefined');
  const frame = useCallback(
    (element: Element | null) => {
      if (!element || !isSettled || typeof IntersectionObserver === 'undefined') return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setInView(true);
        },
        { rootMargin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isSettled],
  );
  return { frame, isSeen: isSettled && wasInView };
}
