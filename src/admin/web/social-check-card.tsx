import { Anchor, Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { ReviewFoot } from '#platform/web/ui/review-foot.tsx';
import { ReviewHeading } from '#platform/web/ui/review-heading.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { socialPlatformNames } from '#profiles/social-handle-contract.ts';
import { decideSocialAccount, listSocialChecks, type SocialCheck } from '#profiles/social-contract.ts';
import { FollowersInput } from '#profiles/web/followers-input.tsx';
import { countOf, socialDetail, socialStateOf } from '#profiles/web/social-words.ts';
import classes from './social-panel.module.css';

/** One account: where it is seen, what has to stand there, and the decision while there is none. */
export function SocialCheckCard({ check }: { check: SocialCheck }) {
  const { platform, handle, url, name, submittedAt, decidedAt } = check;
  const { label, tone } = socialStateOf(check);
  const platformName = socialPlatformNames[platform];
  return (
    <Panel>
      <ReviewHeading
        title={`${name} on ${platformName}`}
        facts={[
          `@${handle}`,
          check.status === 'pending' ? `says ${countOf(check.followers)}` : socialDetail(check),
          submittedAt && `handed in ${formatDayTime(submittedAt)}`,
          decidedAt && `decided ${formatDayTime(decidedAt)}`,
        ]}
        badge={<StatusBadge tone={tone}>{check.status === 'pending' ? 'Waiting' : label}</StatusBadge>}
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
            <li>Enter the followers that the page shows</li>
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
  // Empty and not what its owner says: what is approved is what somebody has seen.
  const [followers, setFollowers] = useState<number | ''>('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  const decide = useCallMutation(decideSocialAccount, {
    invalidates: [listSocialChecks],
    onSuccess: ({ status }) =>
      showToast({
        title: status === 'approved' ? 'Account approved' : 'Account rejected',
        message: 'Its owner is told.',
        tone: 'success',
      }),
    onError: (error) => {
      showToast({ title: 'Error', message: textOf(error, 'It could not be decided.'), tone: 'error' });
      // Somebody else was faster, or its owner was: what stands here is no longer so.
      if (outdated.includes(error.code)) void client.invalidateQueries({ queryKey: keyOf(listSocialChecks) });
    },
  });
  const params = { id };
  const seen = { submittedAt: submittedAt ?? '' };
  return (
    <>
      <ReviewFoot
        onSubmit={(event) => {
          event.preventDefault();
          setIsIncomplete(followers === '');
          if (followers === '' || decide.isPending) return;
          decide.mutate({ params, body: { status: 'approved', followers, ...seen } });
        }}
        buttons={
          <>
            <Button
              variant="default"
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
          label="Followers seen"
          value={followers}
          error={isIncomplete && followers === '' ? 'Enter how many the page shows' : null}
          onChange={setFollowers}
        />
      </ReviewFoot>
      {/* Beside the form: what is submitted inside it would be submitted here too. */}
      <Modal
        opened={isRejecting}
        onClose={() => setIsRejecting(false)}
        title={`Reject ${what}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ReasonForm
          description="They read this as it stands and can hand it in again."
          maxLength={500}
          missingText="Please say why, so that the person can mend it"
          error={decide.error?.fields['reason']}
          submitLabel="Reject account"
          isPending={decide.isPending}
          onCancel={() => setIsRejecting(false)}
          onSubmit={(reason) => decide.mutate({ params, body: { status: 'rejected', reason, ...seen } })}
        />
      </Modal>
    </>
  );
}
