import { Anchor } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { formatDayTime, formatZonedTime } from '#platform/web/ui/format-time.ts';
import type { Proof } from '../contract.ts';
import { formatReasons, type ProofAmendment } from '../decision-contract.ts';
import { ProofMediaGallery } from './review/proof-review-media.tsx';
import classes from './review/proof-review.module.css';

export function AmendmentFacts({ proof }: { proof: Proof }) {
  const { amendment, marketerName } = proof;
  if (!amendment) return null;
  return (
    <section className={classes.amendment} aria-label={t('Sending again')}>
      <p className={classes.amendmentState}>
        <strong>{formatState(proof, amendment)}</strong>
      </p>
      <AmendmentRequest amendment={amendment} isDated={amendment.amendedAt !== null} />
      {amendment.answer ? (
        <blockquote className={classes.note}>
          {marketerName || t('Marketer')}: {amendment.answer}
        </blockquote>
      ) : null}
    </section>
  );
}

interface AmendmentRequestProps {
  amendment: ProofAmendment;
  isDated?: boolean;
}

export function AmendmentRequest({ amendment, isDated = false }: AmendmentRequestProps) {
  const reasons = formatReasons(amendment.reasons, '\n');
  return (
    <p className={classes.amendmentText}>
      {isDated ? `${t('Asked on {time}:', { time: formatDayTime(amendment.askedAt) })}\n` : ''}
      {reasons ? `${reasons}\n` : ''}
      {amendment.note}
    </p>
  );
}

function formatState(
  { status, timeZone }: Proof,
  { askedAt, dueAt, isOpen, amendedAt }: ProofAmendment,
): string {
  const due = formatZonedTime(dueAt, timeZone);
  if (amendedAt !== null) return t('Sent again on {time}', { time: formatDayTime(amendedAt) });
  const time = formatDayTime(askedAt);
  if (isOpen) return t('Asked on {time} to send again, waits until {due}', { time, due });
  // An approval may have come before the time was over.
  if (status === 'approved') return t('Asked on {time} to send again', { time });
  return t('Asked on {time} to send again. No new files came by {due}', { time, due });
}

export function FirstFiles({ proof, name }: { proof: Proof; name: string }) {
  const { replacedMedia, amendment } = proof;
  const firstPostUrl = amendment?.firstPostUrl ?? null;
  if (replacedMedia.length === 0 && firstPostUrl === null) return null;
  return (
    <details className={classes.first}>
      <summary>{t('Original files')}</summary>
      <div className={classes.firstFiles}>
        {firstPostUrl ? (
          <Anchor className={classes.link} href={firstPostUrl} target="_blank" rel="noreferrer nofollow">
            {firstPostUrl}
          </Anchor>
        ) : null}
        <ProofMediaGallery media={replacedMedia} name={name} />
      </div>
    </details>
  );
}
