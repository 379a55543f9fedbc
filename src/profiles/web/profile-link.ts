import { useLocation } from 'react-router';
import { toInternalPath } from '#auth/web/return-path.ts';

const PARAMETER = 'back';

/** Returns the profile's address, from which the user can return to the present page. */
export function useProfileLink(): string {
  const { pathname, search } = useLocation();
  return `/profile?${new URLSearchParams({ [PARAMETER]: pathname + search }).toString()}`;
}

/** Returns the page of this site that sent the user to the profile, or null. */
export function readProfileBack(search: URLSearchParams): string | null {
  const path = search.get(PARAMETER);
  return path === null ? null : toInternalPath(path);
}
