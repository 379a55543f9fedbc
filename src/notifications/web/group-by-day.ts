import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import type { Notification } from '../contract.ts';

interface Day {
  /** 'Today', 'Yesterday' or 'Nov 24, 2026'. */
  name: string;
  rows: Notification[];
}

export function groupByDay(notifications: readonly Notification[], now: Date): Day[] {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  const names = new Map([
    [formatDay(now), t('Today')],
    [formatDay(yesterday), t('Yesterday')],
  ]);
  const days: Day[] = [];
  for (const notification of notifications) {
    const date = formatDay(notification.createdAt);
    const name = names.get(date) ?? date;
    const last = days.at(-1);
    if (last?.name === name) last.rows.push(notification);
    else days.push({ name, rows: [notification] });
  }
  return days;
}
