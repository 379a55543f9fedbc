import type { ReactNode } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { getTeam } from '#teams/contract.ts';
import { type Campaign, listOwnCampaigns } from '../contract.ts';
import classes from './campaign-form.module.css';

interface WhoseCampaignNoticeProps {
  user: CurrentUser | null;
  /** The campaign in the form, where it is a copy. */
  copied: Campaign | undefined;
}

/**
 * Says to whoever works for another business that what they create is their own: the owner funds a campaign, so nobody can create one
 * for them. Nothing to everybody else, and over a copy of one's own campaign.
 */
export function WhoseCampaignNotice({ user, copied }: WhoseCampaignNoticeProps) {
  const isAdvertiser = user?.userType === 'advertiser';
  const team = useEndpoint(getTeam, undefined, { enabled: isAdvertiser, refetchOnMount: 'always' });
  const memberships = team.data?.memberships ?? [];
  const isCopyOfMember = copied !== undefined && memberships.length > 0;
  const campaigns = useEndpoint(listOwnCampaigns, undefined, { enabled: isCopyOfMember });
  if (memberships.length === 0) return null;
  if (!copied) {
    const businesses = either.format(memberships.map(({ business }) => business));
    return (
      <Notice>
        This campaign will be yours and not that of {businesses}: you fund it, and only the owner of a
        business creates campaigns for it.
      </Notice>
    );
  }
  const business = campaigns.data?.find(({ id }) => id === copied.id)?.team?.business;
  if (business === undefined) return null;
  return (
    <Notice>
      This copy will be yours and not that of {business}: you fund it, and you decide its applicants and
      proofs.
    </Notice>
  );
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={classes.notice}>
      <p className={classes.noticeText}>{children}</p>
    </div>
  );
}
