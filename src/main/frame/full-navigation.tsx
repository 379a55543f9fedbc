import { useEffect } from 'react';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';

/** Leaves the app for a page that the server answers; the present address does not stay in the history. */
export function FullNavigation({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to]);
  return <LoadingState />;
}
