import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import type { Application } from '../../contract.ts';
import classes from '../application.module.css';
import { formatNextStep, formatTimeLeft } from '../application-labels.ts';
import type { Work } from './work-labels.ts';

interface ApplicationNextStepProps {
  application: Application;
  work: Work;
}

export function ApplicationNextStep({ application, work }: ApplicationNextStepProps) {
  const now = useNow(15_000);
  const { can, confirmationDueAt, reason, hasExpired, appliedAt } = application;
  const isAsked = can.confirm && confirmationDueAt !== null;
  return (
    <>
      <p className={classes.text}>{formatNextStep(application, work, now)}</p>
      {isAsked ? <TimeLeft until={confirmationDueAt} now={now} /> : null}
      {/* If the place expired, the reason would repeat the text above. */}
      {reason && !hasExpired ? <p className={classes.quote}>“{reason}”</p> : null}
      <p className={classes.small}>{t('Applied {day}', { day: formatDay(appliedAt) })}</p>
    </>
  );
}

/** The server decides when time is up, so this never claims that the place is gone. */
function TimeLeft({ until, now }: { until: string; now: Date }) {
  const left = new Date(until).getTime() - now.getTime();
  return (
    <p className={classes.timeLeft}>
      <time dateTime={until}>
        {left > 0
          ? t('{time} left to confirm', { time: formatTimeLeft(left) })
          : t('The time to confirm is up. Confirm now.')}
      </time>
    </p>
  );
}
