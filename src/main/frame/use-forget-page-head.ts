import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Removes the server's metadata about the first page once the user leaves it. Otherwise a shared link would
 * have the address and picture of the first.
 */
export function useForgetPageHead(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname === first.current) return;
    for (const tag of document.head.querySelectorAll('[data-page-head]')) tag.remove();
  }, [pathname]);
}
