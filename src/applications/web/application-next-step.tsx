import { useNow } from '#platform/web/clock.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import type { Application } from '../contract.ts';
import classes from './application.module.css';
import { nextStepText, timeLeftText } from './application-words.ts';
import type { Work } from './work-words.ts';

interface ApplicationNextStepProps {
  application: Application;
  work: Work;
}

/** An application of one’s own in sentences: what it means, until when an answer is wanted, what the advertiser wrote. */
export function ApplicationNextStep({ application, work }: ApplicationNextStepProps) {
  const now = useNow(15_000);
  const { can, confirmationDueAt, reason, hasLapsed, appliedAt } = application;
  const isAsked = can.confirm && confirmationDueAt !== null;
  return (
    <>
      <p className={classes.text}>{nextStepText(application, work, now)}</p>
      {isAsked ? <TimeLeft until={confirmationDueAt} now={now} /> : null}
      {/* Of a place that was taken back it says the same once more. */}
      {reason && !hasLapsed ? <p className={classes.quote}>“{reason}”</p> : null}
      <p className={classes.small}>Applied {formatDay(appliedAt)}</p>
    </>
  );
}

/** The deadline is the server's: a minute after it the place may still be there, so the screen does not say it is gone. */
function TimeLeft({ until, now }: { until: string; now: Date }) {
  const left = new Date(until).getTime() - now.getTime();
  return (
    <p className={classes.timeLeft}>
      <time dateTime={until}>
        {left > 0 ? `${timeLeftText(left)} left to confirm` : 'The time to confirm is over: confirm at once'}
      </time>
    </p>
  );
}
