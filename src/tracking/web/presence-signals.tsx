import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { Signal } from '../contract.ts';
import classes from './presence-signals.module.css';
import { innocentText, noticedText, weightWords } from './signal-words.ts';
import { gapText } from './tracking-words.ts';

interface PresenceSignalsProps {
  /** Undefined where nobody has looked for them: said of a session that runs, nothing of one that is older than they are. */
  signals: readonly Signal[] | undefined;
  /** Whose positions they are, or who decides about the proof. */
  reader: 'marketer' | 'reviewer';
  isRunning?: boolean;
  /** The longest time without a position, which is no sign of anything and yet costs minutes; told where there is no sign. */
  longestGapSeconds?: number;
}

/** A phone that stands still is silent for so long, and its timer may be a little late. */
const UNREMARKABLE_GAP_SECONDS = 50;

const leads: Readonly<Record<PresenceSignalsProps['reader'], string>> = {
  marketer:
    'Whoever reviews your proof reads the same. None of it proves anything, and nothing is decided by it.',
  reviewer: 'They inform you. None of them proves anything, and each can come from an honest phone.',
};

const notYet =
  'Your positions have not been looked through for unusual signs yet. That is done about every ten minutes, and at the end.';

/** What was unusual about a session's positions, below its figures: noticed, explained, never an accusation. */
export function PresenceSignals({
  signals,
  reader,
  isRunning = false,
  longestGapSeconds = 0,
}: PresenceSignalsProps) {
  if (!signals) return isRunning ? <p className={classes.none}>{notYet}</p> : null;
  if (signals.length === 0)
    return <p className={classes.none}>No sign of a false position.{gapSentence(longestGapSeconds)}</p>;
  return (
    <section className={classes.signals} aria-label="Unusual signs">
      <p className={classes.lead}>
        <strong>Unusual signs.</strong> {leads[reader]}
      </p>
      <ul className={classes.list}>
        {signals.map((signal) => (
          <li className={classes.signal} key={signal.kind}>
            <div className={classes.words}>
              <p className={classes.noticed}>
                {noticedText(signal)}
                {signal.firstAt ? (
                  <span className={classes.first}> First at {formatTimeOfDay(signal.firstAt)}.</span>
                ) : null}
              </p>
              <p className={classes.innocent}>{innocentText(signal)}</p>
            </div>
            <StatusBadge tone={signal.weight === 'high' ? 'waiting' : 'neutral'}>
              {weightWords[signal.weight]}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function gapSentence(seconds: number): string {
  if (seconds <= UNREMARKABLE_GAP_SECONDS) return '';
  return ` For ${gapText(seconds)} at a stretch no position came; no more than 45 seconds of such a time count.`;
}
