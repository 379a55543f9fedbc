import { InviteButton } from '#applications/web/invitations/invite-button.tsx';
import type { CurrentUser } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { formatTier } from '#campaigns/web/campaign-labels.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { MarketersPage, type SavingBusiness } from '#profiles/web/marketers/marketers-page.tsx';
import { getTeam, type Team } from '#teams/contract.ts';

export const handle: PageHandle = { roles: ['advertiser'], appearsAtOnce: true };

export const meta = pageMeta(msg('Browse Marketers'));

export default function BrowseMarketers() {
  const { user } = useCurrentUser();
  const team = useEndpoint(getTeam);
  if (!user || team.isPending) return <LoadingState text={t('Loading marketers...')} />;
  // The list works without the teams, so an error only leaves them out.
  return (
    <MarketersPage
      businesses={listBusinesses(user, team.data)}
      formatTier={formatTier}
      InviteButton={InviteButton}
    />
  );
}

/** Managers work for the team, so it comes first. */
function listBusinesses(user: CurrentUser, team: Team | undefined): [SavingBusiness, ...SavingBusiness[]] {
  const own: SavingBusiness = { id: user.id, name: team?.business || t('My business'), canSave: true };
  const others = (team?.memberships ?? [])
    .filter(({ isPaused }) => !isPaused)
    .map(({ id, business, role }) => ({ id, name: business, canSave: role === 'manager' }));
  const [first = own, ...rest] = others.filter(({ canSave }) => canSave);
  const chosen = first === own ? [] : [...rest, own];
  return [first, ...chosen, ...others.filter(({ canSave }) => !canSave)];
}
