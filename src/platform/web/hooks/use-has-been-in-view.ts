import { useCallback, useState } from 'react';
import { useIsSettled } from '../ui/states/settling.tsx';

const rootMargin = '240px';

/**
 * Before its screen settles, the skeleton covers an element. If the browser has no IntersectionObserver, every element
 * of a settled screen counts as seen.
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
