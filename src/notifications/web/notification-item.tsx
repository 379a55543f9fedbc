import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { DAY } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { formatAgo, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { Notification } from '../contract.ts';
import classes from './notification-item.module.css';

interface NotificationItemProps {
  notification: Notification;
  onRead: () => void;
  onLeave?: () => void;
  /** The item is below a heading with its day, so after a day it shows the time instead of the date. */
  hasDayAbove?: boolean;
}

function NotificationTime({ at, hasDayAbove }: { at: string; hasDayAbove: boolean }) {
  const now = useNow(60_000);
  const isOld = now.getTime() - new Date(at).getTime() >= DAY;
  return (
    <span className={classes.when}>{isOld && hasDayAbove ? formatTimeOfDay(at) : formatAgo(at, now)}</span>
  );
}

/** A notification. Following its link marks it as read; without a link, clicking it does. */
export function NotificationItem({
  notification,
  onRead,
  onLeave,
  hasDayAbove = false,
}: NotificationItemProps) {
  const { title, text, href, createdAt, readAt } = notification;
  const isUnread = readAt === null;
  const look = { className: classes.item, 'data-unread': isUnread || undefined };
  const words = (
    <>
      <span className={classes.dot} aria-hidden />
      <span>
        {isUnread ? <VisuallyHidden>{t('Unread:')} </VisuallyHidden> : null}
        <span className={classes.name}>{title}</span>
        <span className={classes.text}>{text}</span>
        <NotificationTime at={createdAt} hasDayAbove={hasDayAbove} />
      </span>
    </>
  );
  if (href === null) {
    return (
      <button type="button" {...look} onClick={() => isUnread && onRead()}>
        {words}
      </button>
    );
  }
  return (
    <Link
      to={href}
      {...look}
      onClick={() => {
        if (isUnread) onRead();
        onLeave?.();
      }}
    >
      {words}
    </Link>
  );
}
