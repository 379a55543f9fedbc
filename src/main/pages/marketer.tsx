import { lazy, Suspense } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { MarketerDashboard } from './marketer/dashboard.tsx';

export const handle: PageHandle = { visitors: true, roles: ['marketer'], appearsAtOnce: true };

export const meta = pageMeta(msg('Marketer dashboard'));

/** Lazy: only visitors need it. */
const MarketerDemo = lazy(() =>
  import('../demo/marketer-demo.tsx').then((demo) => ({ default: demo.MarketerDemo })),
);

export default function MarketerPage() {
  const { user } = useCurrentUser();
  if (user === undefined) return <LoadingState />;
  if (user) return <MarketerDashboard user={user} />;
  return (
    <Suspense fallback={<LoadingState />}>
      <MarketerDemo hasRealGigs />
    </Suspense>
  );
}
