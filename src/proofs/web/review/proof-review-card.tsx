import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconGift,
  IconMapPin,
  IconMessage,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { useClock, useSecondsLeft } from '#platform/web/clock.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDayTime, formatZonedTime } from '#platform/web/ui/format-time.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Proof } from '../../contract.ts';
import { formatRejection } from '../../decision-contract.ts';
import { AmendmentFacts, FirstFiles } from '../amendment-facts.tsx';
import { MediaSigns } from '../media-signs.tsx';
import { PostFacts } from '../post-facts.tsx';
import { formatCountdown, proofStateLabels } from '../proof-labels.ts';
import { ProofMediaGallery } from './proof-review-media.tsx';
import { ProofRecording } from './proof-recording.tsx';
import classes from './proof-review.module.css';
import { ProofDispute } from '../slots.ts';
import { SpotCheckFacts } from '../spot-check/spot-check-facts.tsx';

interface ProofReviewCardProps {
  proof: Proof;
  isPending: boolean;
  onApprove: () => void;
  onReject: () => void;
  onAskAgain?: () => void;
}

/** A decided proof is folded, because the list is for those that wait, unless its post is gone. */
export function ProofReviewCard({ proof, isPending, onApprove, onReject, onAskAgain }: ProofReviewCardProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isUnfolded =
    choice ?? (proof.status === 'pending' || proof.postChecks.some(({ state }) => state === 'gone'));
  const { label, tone } = proofStateLabels[proof.status];
  const name = proof.marketerName || t('Marketer');
  const title = proof.campaignTitle || `Campaign #${proof.campaignId.slice(0, 8)}`;
  return (
    <article
      className={classes.card}
      data-folded={!isUnfolded || undefined}
      aria-label={t('Proof of {name} for {title}', { name, title })}
    >
      <div className={classes.top}>
        <Monogram name={name} imageUrl={proof.marketerImage} shape="round" size={48} />
        <div className={classes.names}>
          <h2 className={classes.name}>{name}</h2>
          <Link className={classes.campaign} to={`/campaigns/${proof.campaignId}`}>
            {title}
          </Link>
        </div>
        {proof.status === 'pending' && proof.strength !== 'ordinary' ? (
          <StatusBadge tone="neutral">
            {proof.strength === 'weak' ? t('Weak proof') : t('Strong proof')}
          </StatusBadge>
        ) : null}
        <StatusBadge tone={tone}>{t(label)}</StatusBadge>
      </div>
      <ul className={classes.facts}>
        <li>
          <IconMapPin size={17} aria-hidden />
          {proof.location.address}
        </li>
        {proof.duration > 0 ? (
          <li>
            <IconClock size={17} aria-hidden />
            {t('{minutes, plural, one {# minute} other {# minutes}}', {
              minutes: Math.round(proof.duration),
            })}
          </li>
        ) : null}
        <li>{t('Submitted {time}', { time: formatDayTime(proof.submittedAt) })}</li>
      </ul>
      {isUnfolded ? <Evidence proof={proof} name={name} /> : null}
      {proof.status === 'pending' ? null : <ProofDispute proof={proof} />}
      {proof.tippable?.owes ? (
        <p className={classes.countdown}>
          {rich('<link>Pay what you owe</link> before you tip.', {
            link: <Link to={`/proofs/${proof.id}/tip`} />,
          })}
        </p>
      ) : null}
      <div className={classes.foot}>
        {proof.status === 'pending' ? <Waiting proof={proof} /> : <Outcome proof={proof} />}
        <div className={classes.actions}>
          {proof.status === 'pending' ? null : (
            <Button
              variant="default"
              aria-label={isUnfolded ? t('Hide proof: {name}', { name }) : t('Show proof: {name}', { name })}
              onClick={() => setChoice(!isUnfolded)}
            >
              {isUnfolded ? t('Hide proof') : t('Show proof')}
            </Button>
          )}
          {proof.threadId ? (
            <Button
              component={Link}
              to={`/messages/${proof.threadId}`}
              variant="default"
              leftSection={<IconMessage size={18} aria-hidden />}
              aria-label={t('Message: {name}', { name })}
            >
              {t('Message')}
            </Button>
          ) : null}
          {proof.can.askAgain && onAskAgain ? (
            <Button
              variant="default"
              disabled={isPending}
              onClick={onAskAgain}
              aria-label={t('Ask to send again: {name}', { name })}
            >
              {t('Ask to send again')}
            </Button>
          ) : null}
          {proof.can.reject ? (
            <Button
              variant="danger"
              disabled={isPending}
              onClick={onReject}
              aria-label={t('Reject: {name}', { name })}
            >
              {t('Reject')}
            </Button>
          ) : null}
          {proof.tippable && !proof.tippable.owes ? (
            <Button
              component={Link}
              to={`/proofs/${proof.id}/tip`}
              variant="default"
              leftSection={<IconGift size={18} aria-hidden />}
              aria-label={t('Tip: {name}', { name })}
            >
              {t('Tip', { context: 'verb' })}
            </Button>
          ) : null}
          {proof.can.approve ? (
            <Button
              disabled={isPending}
              onClick={onApprove}
              aria-label={t('Approve & Pay: {name}', { name })}
            >
              {t('Approve & Pay')}
            </Button>
          ) : null}
        </div>
      </div>
    </article>
  );
}

function Evidence({ proof, name }: { proof: Proof; name: string }) {
  return (
    <div className={classes.sent}>
      {proof.note ? <blockquote className={classes.note}>{proof.note}</blockquote> : null}
      <AmendmentFacts proof={proof} />
      <div className={classes.evidence}>
        <div className={classes.files}>
          <ProofMediaGallery media={proof.media} name={name} />
          <SpotCheckFacts proof={proof} name={name} />
          <FirstFiles proof={proof} name={name} />
          <MediaSigns proof={proof} reader="reviewer" />
        </div>
        <div className={classes.known}>
          <PostFacts proof={proof} reader="reviewer" />
          {proof.presence ? <ProofRecording presence={proof.presence} sessions={proof.sessions} /> : null}
        </div>
      </div>
      {proof.signsAnswer ? (
        <section aria-label={t('Answer to the unusual signs')}>
          <h3 className={classes.subtitle}>{t('{name}’s answer to the signs', { name })}</h3>
          <blockquote className={classes.note}>{proof.signsAnswer}</blockquote>
        </section>
      ) : null}
    </div>
  );
}

function Waiting({ proof }: { proof: Proof }) {
  const { amendment, reviewDueAt, strength, timeZone } = proof;
  if (amendment?.isOpen) {
    return (
      <p className={classes.countdown}>
        {t('You can approve it now. Otherwise decide once new files come, or after {time}.', {
          time: formatZonedTime(amendment.dueAt, proof.timeZone),
        })}
      </p>
    );
  }
  return <SilenceCountdown dueAt={reviewDueAt} timeZone={timeZone} isWeak={strength === 'weak'} />;
}

function Outcome({ proof }: { proof: Proof }) {
  if (proof.status === 'approved') {
    return (
      <p className={classes.outcome} data-tone="positive">
        <IconCircleCheck size={20} aria-hidden />
        <span>
          <strong>{proof.payment === 'completed' ? t('Approved & Paid') : t('Approved')}</strong>{' '}
          {formatPay(proof)}
          {proof.tip ? `. ${formatTip(proof.tip)}` : null}
        </span>
      </p>
    );
  }
  return (
    <p className={classes.outcome} data-tone="negative">
      <IconCircleX size={20} aria-hidden />
      <span>
        <strong>{t('Rejected')}</strong>{' '}
        {formatRejection({ reason: proof.rejectReason, notes: proof.reviewNotes })}
      </span>
    </p>
  );
}

function formatPay({ paidAmount, payRate, payment, dispute }: Proof): string {
  const amount = formatMoney(paidAmount ?? payRate);
  if (payment === 'completed') return amount;
  return dispute?.isOpen
    ? t('{amount}, payment on hold', { amount })
    : t('{amount}, payment pending', { amount });
}

function formatTip({ amount, state }: NonNullable<Proof['tip']>): string {
  const texts = {
    paid: t('Tip of {amount} paid', { amount: formatMoney(amount) }),
    waiting: t('Tip of {amount} on its way', { amount: formatMoney(amount) }),
    refunded: t('Tip of {amount} not passed on, and refunded', { amount: formatMoney(amount) }),
    'taken-back': t('Tip of {amount} not passed on', { amount: formatMoney(amount) }),
  } as const;
  return texts[state];
}

interface SilenceProps {
  dueAt: string;
  timeZone: string | null;
  isWeak: boolean;
}

function SilenceCountdown({ dueAt, timeZone, isWeak }: SilenceProps) {
  const clock = useClock();
  const due = new Date(dueAt);
  const seconds = useSecondsLeft(due);
  if (isWeak) {
    return (
      <p className={classes.countdown}>
        {due <= clock.now()
          ? t('Review time is over. The advertiser or an administrator decides.')
          : rich(
              'Never approved automatically. An administrator decides after <time>{dueAt}</time>, in <b>{left}</b>.',
              {
                time: <time dateTime={dueAt} />,
                b: <b />,
              },
              { dueAt: formatZonedTime(dueAt, timeZone), left: formatCountdown(seconds) },
            )}
      </p>
    );
  }
  if (due <= clock.now()) {
    return (
      <p className={classes.countdown}>
        {t('Review time is over. This proof will be approved in a few minutes.')}
      </p>
    );
  }
  return (
    <p className={classes.countdown}>
      {rich(
        'Auto-approves in <b><time>{left}</time></b>.',
        {
          b: <b />,
          time: <time dateTime={dueAt} />,
        },
        { left: formatCountdown(seconds) },
      )}
    </p>
  );
}
