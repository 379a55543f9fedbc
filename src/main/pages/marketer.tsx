import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { MarketerDemo } from '../demo/marketer-demo.tsx';
import { MarketerDashboard } from './marketer/dashboard.tsx';

export const handle: PageHandle = { visitors: true, roles: ['marketer'], appearsAtOnce: true };

export const meta = pageMeta(msg('Marketer dashboard'));

export default function MarketerPage() {
  const { user } = useCurrentUser();
  if (user === undefined) return <LoadingState />;
  return user ? <MarketerDashboard user={user} /> : <MarketerDemo hasRealGigs />;
}
