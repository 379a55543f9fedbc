import { useCallback, useState } from 'react';

/** How far below the view something is prepared already. */
const rootMargin = '240px';

/**
 * Whether an element has been in or near the view, once it has; what is folded up or hidden never was. Where the
 * browser cannot tell, everything counts as seen.
 */
export function useIsSeen(): { frame: (element: Element | null) => (() => void) | void; isSeen: boolean } {
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
