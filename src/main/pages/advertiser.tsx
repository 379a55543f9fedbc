import type { MetaDescriptor } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { AdvertiserPage } from '#campaigns/web/dashboard/advertiser-page.tsx';
import { ProfileHint } from '#profiles/web/profile-hint.tsx';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Advertiser Dashboard · Promenade' }];

export default function AdvertiserDashboardPage() {
  const { user } = useCurrentUser();
  return (
    <>
      {user ? <ProfileHint user={user} mb="lg" /> : null}
      <AdvertiserPage />
    </>
  );
}
