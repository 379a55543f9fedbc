import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { SplitPage } from '#platform/web/ui/panel.tsx';
import { getTeam, type Team } from '../contract.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberList } from './member-list.tsx';
import { MembershipList } from './membership-list.tsx';
import classes from './team.module.css';

/** /team: who works for one's business, whom one has asked, and for whom one works. */
export function TeamPage() {
  // Read anew each time: others join and leave by themselves.
  const team = useEndpoint(getTeam, undefined, { staleTime: 0 });
  return (
    <>
      <PageHeader
        title="Team"
        back={{ to: '/advertiser', label: 'Back to Dashboard' }}
        description={team.data ? `Who works for ${team.data.business}` : undefined}
      />
      {team.data ? (
        <SplitPage aside={<InviteForm />}>
          <div className={classes.stack}>
            {isOnlyMember(team.data) ? <MembershipList memberships={team.data.memberships} /> : null}
            <MemberList members={team.data.members} />
            <InvitationList invitations={team.data.invitations} />
            {isOnlyMember(team.data) ? null : <MembershipList memberships={team.data.memberships} />}
          </div>
        </SplitPage>
      ) : team.isError ? (
        <ErrorState
          error={team.error}
          title="Your team could not be loaded"
          onRetry={() => void team.refetch()}
        />
      ) : (
        <LoadingState text="Loading your team..." />
      )}
    </>
  );
}

/** Whoever works for others and has nobody of their own looks for the others first. */
function isOnlyMember({ members, invitations, memberships }: Team): boolean {
  return memberships.length > 0 && members.length + invitations.length === 0;
}
