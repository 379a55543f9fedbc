import type { ReactNode } from 'react';
import { LiveDot } from './live-dot.tsx';
import classes from './status-badge.module.css';

/** positive: money and success. live: happening now. waiting: somebody must act. negative: refused or failed. */
export type StatusTone = 'positive' | 'live' | 'waiting' | 'negative' | 'accent' | 'neutral';

/** A state in one or two words; the tone never says what the words do not. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {tone === 'live' ? <LiveDot /> : null}
      {children}
    </span>
  );
}
