import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useRememberReturnPath } from '#auth/web/return-path.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { acceptsMarketers, isFull } from '#campaigns/web/campaign-labels.ts';
import type { Role } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import type { Application } from '../contract.ts';
import { statusLabels } from './application-labels.ts';
import type { Applying } from './use-apply.tsx';

interface ApplyButtonProps {
  campaign: Campaign;
  userType: Role | null;
  application: Application | undefined;
  applying: Pick<Applying, 'apply' | 'pendingId'>;
  size?: 'sm' | 'md';
  fullWidth?: boolean;
}

/** Renders Apply Now, the state of the user's application, a sign-in link, or a link to the campaign. */
export function ApplyButton({
  campaign,
  userType,
  application,
  applying,
  size = 'sm',
  fullWidth = false,
}: ApplyButtonProps) {
  const isPending = applying.pendingId === campaign.id;
  const place = useFocusAfter<HTMLElement>(isPending);
  const remember = useRememberReturnPath();
  if (application) {
    const { label, tone } = statusLabels[application.status];
    return (
      <span ref={place} tabIndex={-1}>
        <StatusBadge tone={tone}>{t(label)}</StatusBadge>
      </span>
    );
  }
  if (userType !== null && userType !== 'marketer') {
    return (
      <Button component={Link} to={`/campaigns/${campaign.id}`} variant="default" size={size}>
        {t('View')}
      </Button>
    );
  }
  const label = isFull(campaign) ? t('Campaign Full') : t('Apply Now');
  if (userType === null && acceptsMarketers(campaign)) {
    return (
      <Button
        component={Link}
        to="/auth/signin"
        size={size}
        fullWidth={fullWidth}
        onClick={() => remember({ path: `/campaigns/${campaign.id}` })}
      >
        {label}
      </Button>
    );
  }
  return (
    <Button
      ref={(button) => {
        place.current = button;
      }}
      size={size}
      fullWidth={fullWidth}
      disabled={!campaign.can.apply || applying.pendingId !== null}
      loading={isPending}
      title={whyNot(campaign)}
      onClick={() => applying.apply(campaign)}
    >
      {label}
    </Button>
  );
}

function whyNot(campaign: Campaign): string | undefined {
  if (campaign.can.apply) return undefined;
  if (campaign.chargebackSince !== null) return t('The advertiser disputed the payment for this campaign');
  if (campaign.pausedSince !== null) return t('The advertiser has paused this campaign');
  return isFull(campaign) ? t('All places are taken') : t('This campaign is not active');
}
