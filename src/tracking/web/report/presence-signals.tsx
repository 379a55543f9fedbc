import { type Message, msg, t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { Signal } from '../../contract.ts';
import classes from './presence-signals.module.css';
import { getInnocentCause, formatSignal, weightLabels } from './signal-labels.ts';
import { formatGap } from '../tracker/tracking-messages.ts';

interface PresenceSignalsProps {
  /**
   * Undefined if the fixes were not checked. Shown for a running session; omitted for a session that predates
   * signs.
   */
  signals: readonly Signal[] | undefined;
  reader: 'marketer' | 'reviewer';
  isRunning?: boolean;
  /**
   * Longest time without a position. Not a sign, but it costs minutes, so it is shown if there are no signs.
   */
  longestGapSeconds?: number;
}

/** A phone that stands still may be silent this long, allowing for a late timer. */
const UNREMARKABLE_GAP_SECONDS = 50;

const introductions: Readonly<Record<PresenceSignalsProps['reader'], Message>> = {
  marketer: msg(
    'Your reviewer sees these too. They prove nothing. With a strong sign, a person decides about your proof.',
  ),
  reviewer: msg('For information only. An honest phone can cause any of these.'),
};

const notChecked = msg(
  'Not checked for unusual signs yet. Checks run about every 10 minutes, and when the session ends.',
);

/** Each sign has a harmless explanation. Never an accusation. */
export function PresenceSignals({
  signals,
  reader,
  isRunning = false,
  longestGapSeconds = 0,
}: PresenceSignalsProps) {
  if (!signals) return isRunning ? <p className={classes.none}>{t(notChecked)}</p> : null;
  if (signals.length === 0) {
    const sentences = [t('No unusual signs.'), ...listGapSentences(longestGapSeconds)];
    return <p className={classes.none}>{sentences.join(' ')}</p>;
  }
  return (
    <section className={classes.signals} aria-label={t('Unusual signs')}>
      <p className={classes.lead}>
        <strong>{t('Unusual signs.')}</strong> {t(introductions[reader])}
      </p>
      <ul className={classes.list}>
        {signals.map((signal) => (
          <li className={classes.signal} key={signal.kind}>
            <div className={classes.words}>
              <p className={classes.noticed}>
                {formatSignal(signal)}
                {signal.firstAt ? (
                  <span className={classes.first}>
                    {' '}
                    {t('First at {time}.', { time: formatTimeOfDay(signal.firstAt) })}
                  </span>
                ) : null}
              </p>
              <p className={classes.innocent}>{getInnocentCause(signal)}</p>
            </div>
            <StatusBadge tone={signal.weight === 'high' ? 'waiting' : 'neutral'}>
              {t(weightLabels[signal.weight])}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listGapSentences(seconds: number): string[] {
  if (seconds <= UNREMARKABLE_GAP_SECONDS) return [];
  return [t('The longest gap was {gap}; at most 45 seconds of a gap count.', { gap: formatGap(seconds) })];
}
