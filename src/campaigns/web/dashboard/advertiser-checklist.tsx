import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { Checklist } from '#platform/web/ui/checklist.tsx';
import type { OwnCampaign } from '../../contract.ts';

interface AdvertiserChecklistProps {
  user: CurrentUser;
  campaigns: readonly OwnCampaign[];
  teamMembers: number;
}

export function AdvertiserChecklist({ user, campaigns, teamMembers }: AdvertiserChecklistProps) {
  const draft = campaigns.find(({ status, can }) => status === 'draft' && can.fund);
  return (
    <Checklist
      title={t('Get started')}
      steps={[
        {
          title: t('Describe your business'),
          reason: t('Marketers see its name and logo with each campaign.'),
          minutes: 2,
          href: '/profile?first_login=true',
          state: user.businessName === null ? 'open' : 'done',
        },
        {
          title: t('Create your first campaign'),
          reason: t('Say what to wear or post, where, when, and what you pay. You can save a draft.'),
          minutes: 5,
          href: '/create-campaign',
          state: campaigns.length === 0 ? 'open' : 'done',
        },
        {
          title: t('Fund it'),
          reason: t(
            'Marketers can apply once it’s funded. The money stays in escrow until you approve their work.',
          ),
          minutes: 2,
          href: draft ? `/campaign/${draft.id}/payment` : '/advertiser?tab=drafts',
          state: campaigns.some(({ status }) => status !== 'draft') ? 'done' : 'open',
        },
        {
          title: t('Invite your team'),
          reason: t('Managers can review applicants and proofs with you.'),
          minutes: 1,
          href: '/team',
          state: teamMembers > 1 ? 'done' : 'open',
          isOptional: true,
        },
      ]}
    />
  );
}
