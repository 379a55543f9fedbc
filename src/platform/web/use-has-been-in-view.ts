import { useCallback, useState } from 'react';

/** How near to the view an element counts as seen. */
const rootMargin = '240px';

/**
 * Returns whether an element has ever been in or near the view. A hidden element has not. If the browser has
 * no IntersectionObserver, every element counts as seen.
 */
export function useHasBeenInView(): {
  frame: (element: Element | null) => (() => void) | void;
  isSeen: boolean;
} {
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  const frame = useCallback((element: Element | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, isSeen };
}
