import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { getTeam, type Team } from '../contract.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberList } from './member-list.tsx';
import { MembershipList } from './membership-list.tsx';
import classes from './team.module.css';

export const handle: PageHandle = { roles: ['advertiser'], appearsAtOnce: true };
export const meta = pageMeta(msg('Team'));

export default function TeamPage() {
  // Always refetch: members join and leave at any time.
  const team = useEndpoint(getTeam, undefined, { staleTime: 0 });
  return (
    <>
      <PageHeader
        title={t('Team')}
        back={{ to: '/advertiser', label: t('Back to Dashboard') }}
        description={team.data ? t('Team of {business}', { business: team.data.business }) : undefined}
      />
      {team.data ? (
        <SplitPage aside={<InviteForm />}>
          <div className={classes.stack}>
            {hasOnlyMemberships(team.data) ? <MembershipList memberships={team.data.memberships} /> : null}
            <MemberList members={team.data.members} />
            <InvitationList invitations={team.data.invitations} />
            {hasOnlyMemberships(team.data) ? null : <MembershipList memberships={team.data.memberships} />}
          </div>
        </SplitPage>
      ) : team.isError ? (
        <ErrorState
          error={team.error}
          title={t('Your team could not be loaded')}
          onRetry={() => void team.refetch()}
        />
      ) : (
        <LoadingState text={t('Loading your team...')} />
      )}
    </>
  );
}

function hasOnlyMemberships({ members, invitations, memberships }: Team): boolean {
  return memberships.length > 0 && members.length + invitations.length === 0;
}
