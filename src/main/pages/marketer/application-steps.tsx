import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Application } from '#applications/contract.ts';
import { ApplicationActions } from '#applications/web/application-actions.tsx';
import { ApplicationNextStep } from '#applications/web/own/application-next-step.tsx';
import { formatOwnStatus } from '#applications/web/application-labels.ts';
import { ApplyButton } from '#applications/web/apply-button.tsx';
import { useKeptNote } from '#applications/web/kept-note.ts';
import { NoteField } from '#applications/web/note-field.tsx';
import type { Applying } from '#applications/web/use-apply.tsx';
import type { Work } from '#applications/web/own/work-labels.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { isClosing, isFull } from '#campaigns/web/campaign-labels.ts';
import type { Role } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { hasNameAndPhoto } from '#profiles/contract.ts';
import { NameAndPhotoNeed } from '#profiles/web/name-and-photo-need.tsx';
import classes from './marketer.module.css';

interface ApplyStepProps {
  campaign: Campaign;
  userType: Role | null;
  applying: Applying;
}

export function ApplyStep({ campaign, userType, applying }: ApplyStepProps) {
  const [note, setNote] = useKeptNote(campaign.id);
  return (
    <Panel title={t('Take part')}>
      <p className={classes.quiet}>{t('Paid when your proof is approved.')}</p>
      {userType === 'marketer' && campaign.can.apply ? <NoteField value={note} onChange={setNote} /> : null}
      <div className={classes.apply}>
        <ApplyButton
          campaign={campaign}
          userType={userType}
          application={undefined}
          applying={{ ...applying, apply: (applicable) => applying.apply(applicable, note) }}
          size="md"
          fullWidth
        />
      </div>
      <Text c="dimmed" size="sm" mt="sm">
        {applyHint(campaign, userType)}
      </Text>
      {campaign.can.apply ? <ApplyNeeds /> : null}
    </Panel>
  );
}

export function ApplyNeeds() {
  const { user } = useCurrentUser();
  if (user?.userType !== 'marketer') return null;
  const needsCheck = user.kycStatus === 'incomplete' || user.kycStatus === 'rejected';
  const needsAddress = user.paypalEmail === null;
  if (hasNameAndPhoto(user) && !needsCheck && !needsAddress) return null;
  return (
    <Text size="sm" mt="xs">
      <NameAndPhotoNeed user={user} />
      {needsCheck || needsAddress ? (
        <>
          {' '}
          {rich(
            !needsAddress
              ? 'To be paid you also need <check>the identity check</check>. You can do this after you apply.'
              : needsCheck
                ? 'To be paid you also need <check>the identity check</check> and <address>a PayPal address</address>. You can do this after you apply.'
                : 'To be paid you also need <address>a PayPal address</address>. You can do this after you apply.',
            {
              check: <Anchor component={Link} to="/kyc" underline="always" />,
              address: <Anchor component={Link} to="/payments" underline="always" />,
            },
          )}
        </>
      ) : null}
    </Text>
  );
}

function applyHint(campaign: Campaign, userType: Role | null): string {
  if (campaign.status !== 'active') return t('This campaign is not active.');
  if (isClosing(campaign)) return t('This campaign no longer accepts marketers.');
  if (isFull(campaign)) return t('All places are taken.');
  if (userType === null) return t('Sign in as a marketer to apply.');
  if (!campaign.can.apply) return t('Applications are closed.');
  return campaign.autoApprove
    ? t('If you qualify, you’re approved right away.')
    : t('The advertiser reviews your application.');
}

export function ApplicationStep({ application, work }: { application: Application; work: Work }) {
  const now = useNow(MINUTE);
  const { label, tone } = formatOwnStatus(application, work, now);
  return (
    <Panel title={t('Your application')} aside={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      <div className={classes.row}>
        <div className={classes.words}>
          <ApplicationNextStep application={application} work={work} />
        </div>
        <ApplicationActions application={application} work={work} />
      </div>
    </Panel>
  );
}
