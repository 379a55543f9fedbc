import { AccountPanel, AppearancePanel, SignOutPanel } from '#auth/web/account/account-panels.tsx';
import { DeleteAccountPanel } from '#auth/web/account/delete-account-panel.tsx';
import { ExportPanel } from '#auth/web/account/export-panel.tsx';
import { GoogleLinkPanel } from '#auth/web/account/google-link-panel.tsx';
import { LanguagePanel } from '#auth/web/account/language-panel.tsx';
import { SecondFactorsPanel } from '#auth/web/second-factor/second-factor-panel.tsx';
import { AccessTokensPanel } from '#auth/web/tokens/access-tokens-panel.tsx';
import { SessionsPanel } from '#auth/web/account/session-panel.tsx';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { NotificationChoicesPanel } from '#notifications/web/notification-choices-panel.tsx';
import { PushPanel } from '#notifications/web/push-panel.tsx';
import { SchedulePanel } from '#notifications/web/schedule-panel.tsx';
import { useClock } from '#platform/web/clock.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { ConsentsPanel } from '#profiles/web/consents/consents-panel.tsx';
import { ListingPanel } from '#profiles/web/listing-panel.tsx';
import { ProfileHint } from '#profiles/web/profile-hint.tsx';
import { TeamPanel } from '#teams/web/team-panel.tsx';
import { eraseProofDrafts } from '#proofs/web/draft/draft-database.ts';
import { eraseBrowserTracking } from '#tracking/web/tracker/erase-browser-tracking.ts';
import { WebhooksPanel } from '#webhooks/web/webhooks-panel.tsx';
import { SettingsSections } from './settings/sections.tsx';

export const handle: PageHandle = { appearsAtOnce: true };
export const meta = pageMeta(msg('Settings'));

export default function SettingsPage() {
  const { user } = useCurrentUser();
  if (!user) return <LoadingState />;
  return (
    <>
      <PageHeader title={t('Settings')} />
      <ProfileHint user={user} mb="lg" />
      <SettingsSections
        sections={[
          { id: 'account', name: t('Account'), content: <AccountPanel user={user} /> },
          ...(user.userType === 'advertiser'
            ? [{ id: 'team', name: t('Team'), content: <TeamPanel /> }]
            : []),
          ...(user.userType === 'marketer'
            ? [{ id: 'listing', name: t('Visibility to advertisers'), content: <ListingPanel /> }]
            : []),
          {
            id: 'notifications',
            name: t('Notifications'),
            content: (
              <>
                <NotificationChoicesPanel />
                <PushPanel />
                <SchedulePanel />
              </>
            ),
          },
          { id: 'language', name: t('Language'), content: <LanguagePanel /> },
          { id: 'appearance', name: t('Appearance'), content: <AppearancePanel /> },
          {
            id: 'sessions',
            name: t('Sessions'),
            content: (
              <>
                <SessionsPanel />
                <GoogleLinkPanel />
                <SignOutPanel />
              </>
            ),
          },
          { id: 'second-factors', name: t('Second factors'), content: <SecondFactorsPanel /> },
          ...(user.userType === 'advertiser' || user.userType === 'marketer'
            ? [
                { id: 'tokens', name: t('Access tokens'), content: <AccessTokensPanel /> },
                { id: 'webhooks', name: t('Webhooks'), content: <WebhooksPanel userType={user.userType} /> },
              ]
            : []),
          { id: 'consents', name: t('Consents'), content: <ConsentsPanel user={user} /> },
          { id: 'data', name: t('Your data'), content: <ExportPanel /> },
          { id: 'delete', name: t('Delete account'), content: <Deletion accountId={user.id} /> },
        ]}
      />
    </>
  );
}

/** Also deletes tracking data and unsent proofs that are stored only in this browser. */
export function Deletion({ accountId, ...panel }: { accountId: string; leave?: Leave }) {
  const clock = useClock();
  const erase = async () => {
    await eraseBrowserTracking(accountId, clock.now());
    await eraseProofDrafts(accountId, clock.now());
  };
  return <DeleteAccountPanel {...panel} onDeleted={erase} />;
}
