import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { isClosing, isFull } from '#campaigns/web/campaign-words.ts';
import type { Role } from '#kernel/endpoint.ts';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Application } from '../contract.ts';
import { stateWords } from './application-words.ts';
import type { Applying } from './use-apply.ts';

interface ApplyButtonProps {
  campaign: Campaign;
  /** Null: nobody is signed in. */
  userType: Role | null;
  /** One's own application to this campaign. */
  application: Application | undefined;
  applying: Pick<Applying, 'apply' | 'pendingId'>;
  size?: 'sm' | 'md';
}

/** Apply Now, or what stands in its place: the state of one's application, a way in, a look at the campaign. */
export function ApplyButton({ campaign, userType, application, applying, size = 'sm' }: ApplyButtonProps) {
  if (application) {
    const { label, tone } = stateWords[application.status];
    return <StatusBadge tone={tone}>{label}</StatusBadge>;
  }
  if (userType !== null && userType !== 'marketer') {
    return (
      <Button component={Link} to={`/campaigns/${campaign.id}`} variant="default" size={size}>
        View
      </Button>
    );
  }
  const label = isFull(campaign) ? 'Campaign Full' : 'Apply Now';
  const isOpen = campaign.status === 'active' && !isClosing(campaign) && !isFull(campaign);
  if (userType === null && isOpen) {
    return (
      <Button component={Link} to="/auth/signin" size={size}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      size={size}
      disabled={!campaign.can.apply || applying.pendingId !== null}
      loading={applying.pendingId === campaign.id}
      title={whyNot(campaign)}
      onClick={() => applying.apply(campaign)}
    >
      {label}
    </Button>
  );
}

function whyNot(campaign: Campaign): string | undefined {
  if (campaign.can.apply) return undefined;
  return isFull(campaign) ? 'All places are taken' : 'This campaign is not active';
}
