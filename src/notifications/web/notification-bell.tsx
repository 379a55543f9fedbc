import { Button, Popover } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { BellButton } from '#platform/web/ui/layout/bell-button.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { listNotifications, markNotificationsRead } from '../contract.ts';
import classes from './notification-bell.module.css';
import { NotificationItem } from './notification-item.tsx';

const POLL_MILLISECONDS = 10_000;

export default function NotificationBell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useNotifications();
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

/** Polls the user's notifications every 10 seconds while the page is visible. */
function useNotifications() {
  return useEndpoint(listNotifications, {}, { refetchInterval: POLL_MILLISECONDS });
}

function NotificationList({ headingId, onLeave }: { headingId: string; onLeave: () => void }) {
  const { data, error, refetch } = useNotifications();
  const markRead = useCallMutation(markNotificationsRead, { invalidates: [listNotifications] });
  const markAll = () =>
    markRead.mutate(
      { body: { all: true } },
      {
        onError: (failure) =>
          showToast({
            title: 'Error',
            message: getErrorText(failure, 'Something went wrong. Please try again.'),
            tone: 'error',
          }),
      },
    );
  return (
    <>
      <div className={classes.top}>
        <h2 className={classes.title} id={headingId}>
          Notifications
        </h2>
        {data && data.unread > 0 ? (
          <Button size="compact-sm" variant="default" loading={markRead.isPending} onClick={markAll}>
            Mark all read
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
            title="No notifications yet"
            text="Updates about your campaigns, proofs and payments appear here."
          />
        </div>
      ) : (
        <ul className={classes.list}>
          {data.notifications.map((notification) => (
            <li key={notification.id}>
              <NotificationItem
                notification={notification}
                onRead={() => markRead.mutate({ body: { ids: [notification.id] } })}
                onLeave={onLeave}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
