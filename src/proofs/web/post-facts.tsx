import { Anchor } from '@mantine/core';
import { msg, t } from '#kernel/text.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import type { Proof } from '../contract.ts';
import type { PostCheck } from '../post-contract.ts';
import { formatPostSeen } from './post-labels.ts';
import classes from './review/proof-review.module.css';

const unknownAccount = {
  marketer: msg('The link doesn’t show your account, so your reviewer checks it in the post.'),
  reviewer: msg('The link doesn’t show the account. Check it in the post.'),
} as const;
const disclosed = {
  marketer: msg('You said that the post is marked as an ad.'),
  reviewer: msg('The marketer says that the post is marked as an ad.'),
} as const;
const undisclosed = {
  marketer: msg('You haven’t said that the post is marked as an ad.'),
  reviewer: msg('The marketer hasn’t said that the post is marked as an ad.'),
} as const;

export function PostFacts({ proof, reader }: { proof: Proof; reader: 'marketer' | 'reviewer' }) {
  const { postUrl, postHandle, isAdDisclosed, postChecks, status } = proof;
  if (postUrl === null) return null;
  // The post of a rejected proof is not looked at again.
  const checks = postChecks.filter(({ state }) => state !== 'due' || status !== 'rejected');
  return (
    <div className={classes.post}>
      <Anchor className={classes.link} href={postUrl} target="_blank" rel="noreferrer nofollow">
        {postUrl}
      </Anchor>
      <ul className={classes.postFacts}>
        <li>
          {postHandle === null
            ? t(unknownAccount[reader])
            : t('The link shows the confirmed account @{postHandle}.', { postHandle })}
        </li>
        <li>{t(isAdDisclosed ? disclosed[reader] : undisclosed[reader])}</li>
        {checks.map((check) => (
          <li key={check.reason}>{formatPostCheck(check)}</li>
        ))}
      </ul>
    </div>
  );
}

function formatPostCheck({ reason, state, looker, dueAt, checkedAt, checkedBy, seen }: PostCheck): string {
  const occasion = reason === 'first-day' ? t('After a day') : t('At the end');
  if (state !== 'due' && checkedAt !== null) {
    return t(
      '{occasion}: {state, select, live {still there} other {gone}}, checked by {actor, select, server {our server} other {a person of the business}} {time}.',
      { occasion, state, actor: checkedBy ?? '', time: formatDayTime(checkedAt) },
    );
  }
  if (seen !== null)
    return t('{occasion}: the business looks again. {postSeen}', {
      occasion,
      postSeen: formatPostSeen(seen),
    });
  return t(
    '{occasion}: {looker, select, server {our server looks} other {the business looks}} from {time}.',
    { occasion, looker, time: formatDayTime(dueAt) },
  );
}
