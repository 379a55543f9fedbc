import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Removes what the server told search engines and previews about the first page, once the user goes to another one.
 * Otherwise a shared link would have the address and picture of the first.
 */
export function useForgetPageHead(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname === first.current) return;
    for (const tag of document.head.querySelectorAll('[data-page-head]')) tag.remove();
  }, [pathname]);
}
