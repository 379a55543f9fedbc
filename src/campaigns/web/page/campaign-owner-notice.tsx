import type { ReactNode } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { getLocale } from '#kernel/language.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { getTeam } from '#teams/contract.ts';
import type { Campaign } from '../../contract.ts';
import classes from '../form/campaign-form.module.css';
import { useOwnCampaigns } from '../use-own-campaigns.ts';

interface WhoseCampaignNoticeProps {
  user: CurrentUser | null;
  copied: Campaign | undefined;
}

/** Only the owner can fund a campaign, so a team member's new campaign belongs to the member. */
export function CampaignOwnerNotice({ user, copied }: WhoseCampaignNoticeProps) {
  const isAdvertiser = user?.userType === 'advertiser';
  const team = useEndpoint(getTeam, undefined, { enabled: isAdvertiser, refetchOnMount: 'always' });
  const memberships = team.data?.memberships ?? [];
  const isCopyOfMember = copied !== undefined && memberships.length > 0;
  const campaigns = useOwnCampaigns({ enabled: isCopyOfMember });
  if (memberships.length === 0) return null;
  if (!copied) {
    const either = new Intl.ListFormat(getLocale(), { type: 'disjunction' });
    const businesses = either.format(memberships.map(({ business }) => business));
    return (
      <Notice>
        {t(
          'This campaign will be yours, not that of {businesses}. You fund it. Only the owner of a business can create campaigns for it.',
          { businesses },
        )}
      </Notice>
    );
  }
  const business = campaigns.data?.find(({ id }) => id === copied.id)?.team?.business;
  if (business === undefined) return null;
  return (
    <Notice>
      {t(
        'This copy will be yours, not that of {business}. You fund it and review its applicants and proofs.',
        { business },
      )}
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={classes.notice}>
      <p className={classes.noticeText}>{children}</p>
    </div>
  );
}
