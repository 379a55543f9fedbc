import { Anchor, Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorText } from '#platform/web/call.ts';
import { getQueryKey, useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { ReviewFooter } from '#platform/web/ui/layout/review-footer.tsx';
import { ReviewHeading } from '#platform/web/ui/layout/review-heading.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { socialPlatformNames } from '#profiles/social-handle-contract.ts';
import { decideSocialAccount, listSocialChecks, type SocialCheck } from '#profiles/social-contract.ts';
import { FollowersInput } from '#profiles/web/social/followers-input.tsx';
import {
  formatFollowers,
  formatSocialDetail,
  formatSocialStatus,
} from '#profiles/web/social/social-account-labels.ts';
import classes from './social-panel.module.css';

/**
 * One social account: the link to it, the code to look for, and the decision buttons while it is undecided.
 */
export function SocialCheckCard({ check }: { check: SocialCheck }) {
  const { platform, handle, url, name, submittedAt, decidedAt } = check;
  const { label, tone } = formatSocialStatus(check);
  const platformName = socialPlatformNames[platform];
  return (
    <Panel>
      <ReviewHeading
        title={`${name} on ${platformName}`}
        facts={[
          `@${handle}`,
          check.status === 'pending'
            ? `reports ${formatFollowers(check.followers)}`
            : formatSocialDetail(check),
          submittedAt && `submitted ${formatDayTime(submittedAt)}`,
          decidedAt && `decided ${formatDayTime(decidedAt)}`,
        ]}
        badge={<StatusBadge tone={tone}>{check.status === 'pending' ? 'Pending review' : label}</StatusBadge>}
      />
      {check.rejectionReason ? <p className={classes.reason}>Rejected: {check.rejectionReason}</p> : null}
      {check.can.decide ? (
        <>
          <ol className={classes.steps}>
            <li>
              Open{' '}
              <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always">
                @{handle} on {platformName}
              </Anchor>
            </li>
            <li>
              Look for <code>{check.code}</code> in the bio
            </li>
            <li>Enter the follower count shown on the page</li>
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
  const what = `${name} on ${socialPlatformNames[platform]}`;
  const client = useQueryClient();
  // Starts empty instead of with the user's own figure, so that the admin enters the count they saw.
  const [followers, setFollowers] = useState<number | ''>('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  const decide = useCallMutation(decideSocialAccount, {
    invalidates: [listSocialChecks],
    onSuccess: ({ status }) =>
      showToast({
        title: status === 'approved' ? 'Account approved' : 'Account rejected',
        message: 'The user has been notified.',
        tone: 'success',
      }),
    onError: (error) => {
      showToast({
        title: 'Error',
        message: getErrorText(error, 'We couldn’t save your decision. Please try again.'),
        tone: 'error',
      });
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
              aria-label={`Reject ${what}`}
              onClick={() => setIsRejecting(true)}
            >
              Reject
            </Button>
            <Button
              type="submit"
              loading={decide.isPending && decide.variables.body.status === 'approved'}
              aria-label={`Approve ${what}`}
            >
              Approve
            </Button>
          </>
        }
      >
        <FollowersInput
          label="Follower count"
          value={followers}
          error={isIncomplete && followers === '' ? 'Enter the follower count' : null}
          onChange={setFollowers}
        />
      </ReviewFooter>
      {/* Outside the form: otherwise submitting the reason would submit this form too. */}
      <Modal
        opened={isRejecting}
        onClose={() => setIsRejecting(false)}
        title={`Reject ${what}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ReasonForm
          description="The user sees this and can submit again."
          maxLength={500}
          missingText="Tell the user what to fix"
          error={decide.error?.fields['reason']}
          submitLabel="Reject account"
          isDangerous
          isPending={decide.isPending}
          onCancel={() => setIsRejecting(false)}
          onSubmit={(reason) => decide.mutate({ params, body: { status: 'rejected', reason, ...seen } })}
        />
      </Modal>
    </>
  );
}
