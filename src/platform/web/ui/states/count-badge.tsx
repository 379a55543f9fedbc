import { VisuallyHidden } from '@mantine/core';
import classes from './count-badge.module.css';

interface CountBadgeProps {
  count: number;
  /** For screen readers: '3 unread'. */
  text: string;
}

export function CountBadge({ count, text }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <>
      <span className={classes.badge} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <VisuallyHidden>{`, ${text}`}</VisuallyHidden>
    </>
  );
}
