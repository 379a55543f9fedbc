import type { ReactNode } from 'react';
import classes from './tracking-panel.module.css';

interface TrackingNoticeProps {
  tone?: 'negative' | 'waiting';
  action?: ReactNode;
  children: ReactNode;
}

export function TrackingNotice({ tone, action, children }: TrackingNoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      <p className={classes.noticeText}>{children}</p>
      {action}
    </div>
  );
}
