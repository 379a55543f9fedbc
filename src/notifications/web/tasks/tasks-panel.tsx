import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { listTasks, type Task } from '#notifications/tasks-contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatTimeUntil, getTaskLabel } from './task-labels.ts';
import classes from './tasks-panel.module.css';

const URGENT_MS = DAY;

export function TasksPanel() {
  const tasks = useEndpoint(listTasks, undefined, { refetchOnMount: 'always' });
  if (tasks.isError && !tasks.data) {
    return (
      <ErrorState
        error={tasks.error}
        title={t('Your tasks could not be loaded')}
        onRetry={() => void tasks.refetch()}
      />
    );
  }
  if (!tasks.data?.length) return null;
  return (
    <Panel title={t('To do')} className={classes.panel}>
      <ul className={classes.list}>
        {tasks.data.map((task) => (
          <TaskRow task={task} key={`${task.kind} ${task.campaignId} ${task.about} ${task.ref}`} />
        ))}
      </ul>
    </Panel>
  );
}

function TaskRow({ task }: { task: Task }) {
  const now = useNow(MINUTE);
  const { title, href, event } = getTaskLabel(task);
  const { about, dueAt } = task;
  return (
    <li>
      <Link to={href} className={classes.row}>
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.about}>{about}</span>
        </span>
        {dueAt === null ? null : (
          <time
            dateTime={dueAt}
            className={classes.due}
            data-urgent={new Date(dueAt).getTime() - now.getTime() < URGENT_MS || undefined}
          >
            {event === 'due'
              ? t('Due {time}', { time: formatTimeUntil(dueAt, now) })
              : t('Starts {time}', { time: formatTimeUntil(dueAt, now) })}
          </time>
        )}
        <IconChevronRight size={18} aria-hidden className={classes.chevron} />
      </Link>
    </li>
  );
}
