import { Anchor, Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { getQueryKey, useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { ReviewFooter } from '#platform/web/ui/layout/review-footer.tsx';
import { ReviewHeading } from '#platform/web/ui/layout/review-heading.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { socialPlatformNames } from '#profiles/social-handle-contract.ts';
import { decideSocialAccount, listSocialChecks, type SocialCheck } from '#profiles/social-contract.ts';
import { FollowersInput } from '#profiles/web/social/followers-input.tsx';
import {
  formatFollowers,
  formatSocialDetail,
  formatSocialStatus,
} from '#profiles/web/social/social-account-labels.ts';
import classes from './social-panel.module.css';

export function SocialCheckCard({ check }: { check: SocialCheck }) {
  const { platform, handle, url, name, submittedAt, decidedAt } = check;
  const { label, tone } = formatSocialStatus(check);
  const platformName = socialPlatformNames[platform];
  return (
    <Panel>
      <ReviewHeading
        title={t('{name} on {platform}', { name, platform: platformName })}
        facts={[
          `@${handle}`,
          check.status === 'pending'
            ? t('reports {followers}', { followers: formatFollowers(check.followers) })
            : formatSocialDetail(check),
          submittedAt && t('submitted {time}', { time: formatDayTime(submittedAt) }),
          decidedAt && t('decided {time}', { time: formatDayTime(decidedAt) }),
        ]}
        badge={
          <StatusBadge tone={tone}>{check.status === 'pending' ? t('Pending review') : label}</StatusBadge>
        }
      />
      {check.rejectionReason ? (
        <p className={classes.reason}>{t('Rejected: {reason}', { reason: check.rejectionReason })}</p>
      ) : null}
      {check.can.decide ? (
        <>
          <ol className={classes.steps}>
            <li>
              {rich(
                'Open <page>@{handle} on {platform}</page>',
                {
                  page: <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always" />,
                },
                { handle, platform: platformName },
              )}
            </li>
            <li>
              {rich(
                'Look for <code>{word}</code> in the bio',
                { code: <code /> },
                { word: check.code ?? '' },
              )}
            </li>
            <li>{t('Enter the follower count shown on the page')}</li>
          </ol>
          <Decision check={check} />
        </>
      ) : null}
    </Panel>
  );
}

const outdated = ['social/decided', 'social/changed', 'social/not-found'];

function Decision({ check }: { check: SocialCheck }) {
  const { id, name, platform, submittedAt } = check;
  const what = { name, platform: socialPlatformNames[platform] };
  const client = useQueryClient();
  // Empty, so that the admin enters the count they saw.
  const [followers, setFollowers] = useState<number | ''>('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  const decide = useCallMutation(decideSocialAccount, {
    invalidates: [listSocialChecks],
    onSuccess: ({ status }) =>
      showToast({
        title: status === 'approved' ? t('Account approved') : t('Account rejected'),
        message: t('The user has been notified.'),
        tone: 'success',
      }),
    onError: (error) => {
      showErrorToast(error, t('We couldn’t save your decision. Please try again.'));
      // Another admin has decided, or the user has changed the account: the card is outdated.
      if (outdated.includes(error.code))
        void client.invalidateQueries({ queryKey: getQueryKey(listSocialChecks) });
    },
  });
  const params = { id };
  const seen = { submittedAt: submittedAt ?? '' };
  return (
    <>
      <ReviewFooter
        onSubmit={(event) => {
          event.preventDefault();
          setIsIncomplete(followers === '');
          if (followers === '' || decide.isPending) return;
          decide.mutate({ params, body: { status: 'approved', followers, ...seen } });
        }}
        buttons={
          <>
            <Button
              variant="danger"
              disabled={decide.isPending}
              aria-label={t('Reject {name} on {platform}', what)}
              onClick={() => setIsRejecting(true)}
            >
              {t('Reject')}
            </Button>
            <Button
              type="submit"
              loading={decide.isPending && decide.variables.body.status === 'approved'}
              aria-label={t('Approve {name} on {platform}', what)}
            >
              {t('Approve')}
            </Button>
          </>
        }
      >
        <FollowersInput
          label={t('Follower count')}
          value={followers}
          error={isIncomplete && followers === '' ? t('Enter the follower count') : null}
          onChange={setFollowers}
        />
      </ReviewFooter>
      {/* Outside the form: otherwise submitting the reason would submit this form too. */}
      <Modal
        opened={isRejecting}
        onClose={() => setIsRejecting(false)}
        title={t('Reject {name} on {platform}', what)}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <ReasonForm
          description={t('The user sees this and can submit again.')}
          maxLength={500}
          missingText={t('Tell the user what to fix')}
          call={decide}
          failedText={null}
          submitLabel={t('Reject account')}
          isDangerous
          onCancel={() => setIsRejecting(false)}
          onSubmit={(reason) => decide.mutate({ params, body: { status: 'rejected', reason, ...seen } })}
        />
      </Modal>
    </>
  );
}
