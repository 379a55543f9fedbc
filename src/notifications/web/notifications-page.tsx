import { ActionIcon, Button, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { IconBellOff, IconCheck, IconSettings } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { callForPage } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { pageMeta } from '#platform/web/page.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { type NotificationTopic, notificationTopics, topicNames } from '../choices-contract.ts';
import { listNotifications, type Notification } from '../contract.ts';
import { groupByDay } from './group-by-day.ts';
import { NotificationItem } from './notification-item.tsx';
import classes from './notifications-page.module.css';
import { useMarkRead } from './use-mark-read.ts';

export const meta = pageMeta(msg('Notifications'));

const PAGE_SIZE = 30;
const ALL = 'all';

interface Filters {
  topic: NotificationTopic | null;
  onlyUnread: boolean;
}

const findTopic = (name: string | null) => notificationTopics.find((topic) => topic === name) ?? null;

/** /notifications: everything of the last 12 months. The bell keeps it current. */
export default function NotificationsPage() {
  const { user } = useCurrentUser();
  const [search, setSearch] = useSearchParams();
  const filters: Filters = {
    topic: findTopic(search.get('topic')),
    onlyUnread: search.get('show') === 'unread',
  };
  const change = (changes: Partial<Filters>) => {
    const { topic, onlyUnread } = { ...filters, ...changes };
    setSearch({ ...(topic ? { topic } : {}), ...(onlyUnread ? { show: 'unread' } : {}) });
  };
  const topics = notificationTopics.filter((topic) => topic !== 'searches' || user?.userType === 'marketer');
  const pages = useNotificationPages(filters);
  const { markRead, markAllRead, isMarkingAll } = useMarkRead();
  const hasUnread = (pages.data?.unread ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={t('Notifications')}
        actions={
          <>
            <Button variant="default" disabled={!hasUnread} loading={isMarkingAll} onClick={markAllRead}>
              {t('Mark all read')}
            </Button>
            <Button
              component={Link}
              to="/settings#notifications"
              variant="default"
              leftSection={<IconSettings size={18} aria-hidden />}
            >
              {t('Settings')}
            </Button>
          </>
        }
      />
      <div className={classes.filters}>
        <Select
          aria-label={t('Topic')}
          className={classes.topic}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('All topics') },
            ...topics.map((topic) => ({ value: topic, label: t(topicNames[topic]) })),
          ]}
          value={filters.topic ?? ALL}
          onChange={(value) => change({ topic: findTopic(value) })}
        />
        <SegmentedControl
          aria-label={t('Show')}
          data={[
            { value: ALL, label: t('All') },
            { value: 'unread', label: t('Unread') },
          ]}
          value={filters.onlyUnread ? 'unread' : ALL}
          onChange={(value) => change({ onlyUnread: value === 'unread' })}
        />
      </div>
      <div className={classes.days} data-stale={pages.isPlaceholderData || undefined}>
        <PagedRows
          of={pages}
          rows={pages.data?.notifications}
          empty={
            <NothingFound filters={filters} onClear={() => change({ topic: null, onlyUnread: false })} />
          }
        >
          {(notifications) => <Days notifications={notifications} onRead={markRead} />}
        </PagedRows>
      </div>
    </>
  );
}

function useNotificationPages({ topic, onlyUnread }: Filters) {
  const args = {
    query: {
      limit: PAGE_SIZE,
      ...(topic ? { topic } : {}),
      ...(onlyUnread ? ({ unread: 'true' } as const) : {}),
    },
  };
  return useInfiniteQuery({
    queryKey: [...getQueryKey(listNotifications, args), 'pages'],
    queryFn: ({ pageParam, signal }) => callForPage(listNotifications, args, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      unread: pages[0]?.rows.unread ?? 0,
      notifications: pages.flatMap(({ rows }) => rows.notifications),
    }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

function Days({
  notifications,
  onRead,
}: {
  notifications: readonly Notification[];
  onRead: (id: string) => void;
}) {
  const now = useClock().now();
  return groupByDay(notifications, now).map(({ name, rows }) => (
    <section className={classes.day} aria-label={name} key={name}>
      <h2 className={classes.name}>{name}</h2>
      <ul className={classes.list}>
        {rows.map((notification) => (
          <li className={classes.row} key={notification.id}>
            <NotificationItem
              notification={notification}
              onRead={() => onRead(notification.id)}
              hasDayAbove
            />
            {notification.readAt === null ? (
              <Tooltip label={t('Mark as read')}>
                <ActionIcon
                  className={classes.read}
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={t('Mark as read: {title}', { title: notification.title })}
                  onClick={() => onRead(notification.id)}
                >
                  <IconCheck size={20} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function NothingFound({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  if (filters.topic === null && !filters.onlyUnread) {
    return (
      <EmptyState
        icon={<IconBellOff />}
        title={t('No notifications yet')}
        text={t('Updates about your campaigns, proofs and payments appear here.')}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconBellOff />}
      title={filters.onlyUnread ? t('Nothing unread') : t('No notifications about this topic')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Show all')}
        </Button>
      }
    />
  );
}
