import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { decideApplication, type Application, listApplications } from '#applications/contract.ts';
import { ApplyButton } from '#applications/web/apply-button.tsx';
import { stateWords } from '#applications/web/application-words.ts';
import type { Applying } from '#applications/web/use-apply.ts';
import { type Campaign, type CampaignType, getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { isClosing, isFull, payUnit } from '#campaigns/web/campaign-words.ts';
import type { Role } from '#kernel/endpoint.ts';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import classes from './marketer.module.css';

interface ApplyStepProps {
  campaign: Campaign;
  /** Null: nobody is signed in. */
  userType: Role | null;
  applying: Applying;
}

/** Before anything has begun: what it pays, and Apply Now. */
export function ApplyStep({ campaign, userType, applying }: ApplyStepProps) {
  return (
    <Panel title="Take part">
      <div className={classes.row}>
        <span>
          <span className={classes.pay}>
            <Money amount={campaign.payRate} short />
          </span>{' '}
          <span className={classes.quiet}>
            per {payUnit(campaign.campaignType)}, paid when your proof is approved
          </span>
        </span>
        <ApplyButton
          campaign={campaign}
          userType={userType}
          application={undefined}
          applying={applying}
          size="md"
        />
      </div>
      <Text c="dimmed" size="sm" mt="sm">
        {applyHint(campaign, userType)}
      </Text>
    </Panel>
  );
}

function applyHint(campaign: Campaign, userType: Role | null): string {
  if (campaign.status !== 'active') return 'This campaign is not active.';
  if (isClosing(campaign)) return 'This campaign takes nobody anymore.';
  if (isFull(campaign)) return 'All places are taken.';
  if (userType === null) return 'Sign in as a marketer to apply.';
  if (!campaign.can.apply) return 'Applications are closed.';
  return campaign.autoApprove
    ? 'Those who qualify are approved at once.'
    : 'The advertiser decides about your application.';
}

const nextWords: Readonly<Record<Application['status'], string>> = {
  pending: 'Waiting for the advertiser to decide. We tell you as soon as they have.',
  approved: 'You have a place in this campaign.',
  rejected: 'You did not get a place this time.',
  withdrawn: 'You have withdrawn this application.',
};

const todoWords: Readonly<Record<CampaignType, string>> = {
  wearable: 'Track your work, then send your proof.',
  social: 'Publish your post, then send its address.',
};

/** After applying: what the advertiser said, and the way back while there is one. */
export function ApplicationStep({ application, hasProof }: { application: Application; hasProof: boolean }) {
  const { label, tone } = stateWords[application.status];
  const isToDo = application.status === 'approved' && !hasProof;
  return (
    <Panel title="Your application" aside={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      <div className={classes.row}>
        <span className={classes.words}>
          {nextWords[application.status]} {isToDo ? todoWords[application.campaign.campaignType] : null}
          {application.reason ? <span className={classes.small}>“{application.reason}”</span> : null}
          <span className={classes.small}>Applied {formatDay(application.appliedAt)}</span>
        </span>
        {application.can.withdraw ? <WithdrawButton application={application} /> : null}
      </div>
    </Panel>
  );
}

function WithdrawButton({ application }: { application: Application }) {
  const withdraw = useCallMutation(decideApplication, {
    invalidates: [listApplications, getCampaign, listCampaigns],
    onSuccess: () =>
      showToast({ title: 'Application Withdrawn', message: 'Your place is free for somebody else.' }),
    onError: (error) =>
      showToast({
        title: 'Error',
        message: textOf(error, 'Failed to withdraw application'),
        tone: 'error',
      }),
  });
  const ask = () => {
    const id = modals.open({
      title: 'Withdraw your application?',
      children: (
        <>
          <Text>You can apply to a campaign only once: this cannot be undone.</Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => modals.close(id)}>
              Keep it
            </Button>
            <Button
              color="red"
              onClick={() => {
                modals.close(id);
                withdraw.mutate({ params: { id: application.id }, body: { status: 'withdrawn' } });
              }}
            >
              Withdraw
            </Button>
          </Group>
        </>
      ),
    });
  };
  return (
    <Button variant="default" loading={withdraw.isPending} onClick={ask}>
      Withdraw
    </Button>
  );
}
