import { t } from '#kernel/text.ts';
import { formatDayTime, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { CountedSession } from '../../contract.ts';
import classes from './counted-sessions.module.css';

/** Renders nothing if there is only one: the facts are about it. */
export function CountedSessions({ sessions }: { sessions: readonly CountedSession[] }) {
  if (sessions.length < 2) return null;
  return (
    <ol className={classes.sessions} aria-label={t('Sessions')}>
      {sessions.map(({ id, startTime, endTime, minutesInside }) => (
        <li key={id}>
          {t('{start} to {end}: {minutes} min inside the area', {
            start: formatDayTime(startTime),
            end: endTime ? formatTimeOfDay(endTime) : t('now'),
            minutes: minutesInside,
          })}
        </li>
      ))}
    </ol>
  );
}
