import { t } from '#kernel/text.ts';
import type { Presence } from '#tracking/contract.ts';
import { CountedSessions } from '#tracking/web/report/counted-sessions.tsx';
import { PresenceSignals } from '#tracking/web/report/presence-signals.tsx';
import { PresenceFacts } from '#tracking/web/report/tracking-facts.tsx';
import type { Proof } from '../../contract.ts';
import { WEAK_BELOW } from '../../weak-contract.ts';
import classes from './proof-review.module.css';

interface ProofRecordingProps {
  presence: Presence;
  sessions: Proof['sessions'];
}

/** What the marketer's phone recorded during the work. */
export function ProofRecording({ presence, sessions }: ProofRecordingProps) {
  return (
    <section aria-label={t('What was recorded')}>
      <h3 className={classes.subtitle}>{t('What was recorded')}</h3>
      <PresenceFacts
        title={<p className={classes.plain}>{presenceSentence(presence)}</p>}
        presence={presence}
        duration={null}
        isWeak={isWeakScore(presence.score)}
      />
      <CountedSessions sessions={sessions} />
      <PresenceSignals
        signals={presence.signals}
        reader="reviewer"
        longestGapSeconds={presence.longestGapSeconds}
      />
    </section>
  );
}

const isWeakScore = (score: number | null) => score !== null && score < WEAK_BELOW;

/** Returns the presence facts as one sentence. They never decide alone. */
function presenceSentence({ fixes, score }: Presence): string {
  if (fixes === 0) return t('No location was recorded.');
  if (score === null) return t('Based on the positions that the phone sent.');
  // Rounded down, so that a weak share never reads as enough.
  const percent = Math.floor(score * 100);
  const share = t('On site for {percent}% of the campaign.', { percent });
  return isWeakScore(score)
    ? `${share} ${t('Below {percent}%, a proof is weak.', { percent: WEAK_BELOW * 100 })}`
    : share;
}
