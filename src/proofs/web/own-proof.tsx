import { t } from '#kernel/text.ts';
import { useClock, useSecondsLeft } from '#platform/web/clock.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDayTime, formatZonedTime } from '#platform/web/ui/format-time.ts';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { PresenceSignals } from '#tracking/web/report/presence-signals.tsx';
import { TrackReplay } from '#tracking/web/report/track-replay.tsx';
import { PresenceFacts } from '#tracking/web/report/tracking-facts.tsx';
import type { Proof } from '../contract.ts';
import { formatRejection } from '../decision-contract.ts';
import { AmendmentFacts, FirstFiles } from './amendment-facts.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { formatMediaFacts } from './media-labels.ts';
import { MediaSigns } from './media-signs.tsx';
import { MediaThumbnail } from './media-thumbnail.tsx';
import { PostFacts } from './post-facts.tsx';
import { formatCountdown, mediaKindLabels, proofStateLabels } from './proof-labels.ts';
import { SignsAnswer } from './signs-answer.tsx';
import { ProofDispute } from './slots.ts';
import { SpotCheckFacts } from './spot-check/spot-check-facts.tsx';
import classes from './sending/submit-proof.module.css';

export function OwnProof({ proof }: { proof: Proof }) {
  const { label, tone } = proofStateLabels[proof.status];
  return (
    <Panel title={t('Your proof')} aside={<StatusBadge tone={tone}>{t(label)}</StatusBadge>}>
      <div className={classes.stack}>
        <Outcome proof={proof} />
        {proof.status === 'pending' ? null : <ProofDispute proof={proof} />}
        <p className={classes.text}>
          {t('Sent {time}', { time: formatDayTime(proof.submittedAt) })}
          {proof.note ? `\n“${proof.note}”` : ''}
        </p>
        {proof.amendment?.isOpen ? null : <AmendmentFacts proof={proof} />}
        <PostFacts proof={proof} reader="marketer" />
        {proof.postUrl && proof.status !== 'rejected' ? <FiguresPanel proof={proof} /> : null}
        <Media proof={proof} />
        <SpotCheckFacts proof={proof} name={proof.marketerName || t('Marketer')} />
        <FirstFiles proof={proof} name={t('you', { context: 'the files of' })} />
        <MediaSigns proof={proof} reader="marketer" />
        <Recorded proof={proof} />
        {proof.signsAnswer || proof.can.answerSigns ? <SignsAnswer proof={proof} /> : null}
      </div>
    </Panel>
  );
}

/** Includes the exact track, which only the marketer sees. */
function Recorded({ proof }: { proof: Proof }) {
  const { presence, sessionId } = proof;
  if (!presence || sessionId === null) return null;
  return (
    <section aria-label={t('What was recorded')}>
      <PresenceFacts
        title={<h3 className={classes.subtitle}>{t('What was recorded')}</h3>}
        presence={presence}
        duration={null}
      />
      <PresenceSignals
        signals={presence.signals}
        reader="marketer"
        longestGapSeconds={presence.longestGapSeconds}
      />
      <div className={classes.way}>
        <TrackReplay sessions={proof.sessions} />
      </div>
    </section>
  );
}

function Outcome({ proof }: { proof: Proof }) {
  if (proof.status === 'pending') return <ReviewCountdown proof={proof} />;
  if (proof.status === 'approved') {
    return (
      <p className={classes.text}>
        {proof.tip
          ? rich('Approved. You earned <pay></pay> and a tip of <tip></tip>.', {
              pay: <Money amount={proof.paidAmount ?? proof.payRate} />,
              tip: <Money amount={proof.tip?.amount ?? '0.00'} />,
            })
          : rich('Approved. You earned <pay></pay>.', {
              pay: <Money amount={proof.paidAmount ?? proof.payRate} />,
            })}
      </p>
    );
  }
  return (
    <div>
      <h3 className={classes.subtitle}>{t('Review notes')}</h3>
      <p className={classes.quote}>
        {formatRejection({ reason: proof.rejectReason, notes: proof.reviewNotes })}
      </p>
      <HelpLink to="rejectedProof">{t('What you can do now')}</HelpLink>
    </div>
  );
}

/**
 * Silence approves, except weak proofs (decision 38), so the marketer sees when, unless the advertiser decides first.
 */
function ReviewCountdown({ proof }: { proof: Proof }) {
  if (proof.amendment?.isOpen)
    return <p className={classes.text}>{t('The advertiser is waiting for your new files.')}</p>;
  return <SilenceCountdown proof={proof} />;
}

function SilenceCountdown({ proof }: { proof: Proof }) {
  const clock = useClock();
  const dueAt = new Date(proof.reviewDueAt);
  const seconds = useSecondsLeft(dueAt);
  const isDue = dueAt <= clock.now();
  return (
    <p className={classes.text}>
      {t('The advertiser is reviewing it.')}{' '}
      {proof.strength === 'weak'
        ? isDue
          ? t('Review time is over. An administrator decides within 72 hours.')
          : rich(
              'An administrator decides after <time>{dueAt}</time>, in <b>{left}</b>, if they don’t.',
              {
                time: <time dateTime={proof.reviewDueAt} />,
                b: <b />,
              },
              {
                dueAt: formatZonedTime(proof.reviewDueAt, proof.timeZone),
                left: formatCountdown(seconds),
              },
            )
        : isDue
          ? t('Review time is over. Your proof will be approved in a few minutes.')
          : rich(
              'Auto-approves in <b><time>{left}</time></b>.',
              {
                b: <b />,
                time: <time dateTime={proof.reviewDueAt} />,
              },
              { left: formatCountdown(seconds) },
            )}{' '}
      <HelpLink to="undecidedProof" />
    </p>
  );
}

function Media({ proof }: { proof: Proof }) {
  if (proof.media.length === 0) return null;
  return (
    <ul className={classes.media}>
      {proof.media.map((file) => (
        <li key={file.uploadId}>
          <a href={file.url} target="_blank" rel="noreferrer">
            <MediaThumbnail className={classes.thumb} file={file} />
            <span className={classes.caption}>{t(mediaKindLabels[file.kind])}</span>
            <span className={classes.caption}>{formatMediaFacts(file)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
