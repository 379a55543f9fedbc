import type { MetaDescriptor } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { PageHandle } from '../frame/page-handle.ts';
import { MarketerDashboard } from './marketer/dashboard.tsx';
import { DemoDashboard } from './marketer/demo-dashboard.tsx';

export const handle: PageHandle = { visitors: true, roles: ['marketer'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Marketer dashboard · Promenade' }];

export default function MarketerPage() {
  const { user } = useCurrentUser();
  if (user === undefined) return <LoadingState />;
  return user ? <MarketerDashboard user={user} /> : <DemoDashboard />;
}
