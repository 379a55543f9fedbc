import type { ReactNode } from 'react';
import { LiveDot } from './live-dot.tsx';
import classes from './status-badge.module.css';

/**
 * positive: money and success. live: happening now. waiting: a user must act. negative: refused or failed.
 */
export type StatusTone = 'positive' | 'live' | 'waiting' | 'negative' | 'accent' | 'neutral';

/** The tone repeats the meaning of the words and adds none. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {tone === 'live' ? <LiveDot /> : null}
      {children}
    </span>
  );
}
