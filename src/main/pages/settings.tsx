import { Stack } from '@mantine/core';
import type { MetaDescriptor } from 'react-router';
import { AccountPanel, AppearancePanel, SignOutPanel } from '#auth/web/account-panels.tsx';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { ProfileHint } from '#profiles/web/profile-hint.tsx';

export const meta = (): MetaDescriptor[] => [{ title: 'Settings · Promenade' }];

export default function SettingsPage() {
  const { user } = useCurrentUser();
  if (!user) return <LoadingState />;
  return (
    <>
      <PageHeader title="Settings" />
      <Stack gap="lg" maw={840}>
        <ProfileHint user={user} />
        <AccountPanel user={user} />
        <AppearancePanel />
        <SignOutPanel />
      </Stack>
    </>
  );
}
