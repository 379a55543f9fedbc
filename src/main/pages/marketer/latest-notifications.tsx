import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { useLatestNotifications } from '#notifications/web/use-notifications.ts';
import { useClock } from '#platform/web/clock.ts';
import { formatAgo } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './marketer.module.css';

const MAX_ROWS = 3;

export function LatestNotifications() {
  const now = useClock().now();
  const { data, error } = useLatestNotifications();
  // The bell already shows the error.
  if (error && !data) return null;
  return (
    <Panel
      title={t('Notifications')}
      aside={
        data && data.unread > 0 ? (
          <StatusBadge tone="accent">{t('{count} new', { count: data.unread })}</StatusBadge>
        ) : null
      }
    >
      {data && data.notifications.length > 0 ? (
        <ul className={classes.list}>
          {data.notifications.slice(0, MAX_ROWS).map(({ id, title, href, createdAt }) => (
            <li className={classes.item} key={id}>
              <span className={classes.words}>
                {href ? <Link to={href}>{title}</Link> : <b>{title}</b>}
                <span className={classes.small}>{formatAgo(createdAt, now)}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>{data ? t('No notifications yet.') : t('Loading...')}</p>
      )}
    </Panel>
  );
}
