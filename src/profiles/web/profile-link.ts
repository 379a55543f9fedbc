import { useLocation } from 'react-router';
import { toInternalPath } from '#auth/web/return-path.ts';

const PARAMETER = 'back';

export function useProfileLink(): string {
  const { pathname, search } = useLocation();
  return `/profile?${new URLSearchParams({ [PARAMETER]: pathname + search }).toString()}`;
}

export function readProfileBack(search: URLSearchParams): string | null {
  const path = search.get(PARAMETER);
  return path === null ? null : toInternalPath(path);
}
