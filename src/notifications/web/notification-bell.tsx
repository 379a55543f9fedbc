import { Button, Popover } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { BellButton } from '#platform/web/ui/layout/bell-button.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import classes from './notification-bell.module.css';
import { NotificationItem } from './notification-item.tsx';
import { useLatestNotifications, useNotificationStream } from './use-notifications.ts';
import { useMarkRead } from './use-mark-read.ts';

export default function NotificationBell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useLatestNotifications();
  useNotificationStream();
  const headingId = useId();
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={380}
      radius="lg"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton unread={data?.unread ?? 0} onClick={() => setIsOpen((was) => !was)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} maw="calc(100vw - 24px)" aria-labelledby={headingId}>
        <NotificationList headingId={headingId} onLeave={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function NotificationList({ headingId, onLeave }: { headingId: string; onLeave: () => void }) {
  const { data, error, refetch } = useLatestNotifications();
  const { markRead, markAllRead, isMarkingAll } = useMarkRead();
  return (
    <>
      <div className={classes.top}>
        <h2 className={classes.title} id={headingId}>
          {t('Notifications')}
        </h2>
        {data && data.unread > 0 ? (
          <Button size="compact-sm" variant="default" loading={isMarkingAll} onClick={markAllRead}>
            {t('Mark all read')}
          </Button>
        ) : null}
      </div>
      {!data ? (
        <div className={classes.body}>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
        </div>
      ) : data.notifications.length === 0 ? (
        <div className={classes.body}>
          <EmptyState
            icon={<IconBellOff />}
            title={t('No notifications yet')}
            text={t('Updates about your campaigns, proofs and payments appear here.')}
          />
        </div>
      ) : (
        <ul className={classes.list}>
          {data.notifications.map((notification) => (
            <li key={notification.id}>
              <NotificationItem
                notification={notification}
                onRead={() => markRead(notification.id)}
                onLeave={onLeave}
              />
            </li>
          ))}
        </ul>
      )}
      <Link className={classes.all} to="/notifications" onClick={onLeave}>
        {t('See all')}
      </Link>
    </>
  );
}
