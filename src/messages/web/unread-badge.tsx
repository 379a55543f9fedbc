import { VisuallyHidden } from '@mantine/core';
import classes from './unread-badge.module.css';

/** The number of unread messages, or nothing if there are none. */
export function UnreadBadge({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <>
      <span className={classes.badge} aria-hidden>
        {unread > 99 ? '99+' : unread}
      </span>
      <VisuallyHidden>{`, ${unread} unread`}</VisuallyHidden>
    </>
  );
}
