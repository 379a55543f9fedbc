import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarX, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { fillPath } from '#kernel/endpoint.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndedCalls } from '#platform/web/query.ts';
import { useFocusAfterEach } from '#platform/web/ui/use-focus-after.ts';
import { type Application, decideApplication } from '../contract.ts';
import { confirmApplication, getCalendarFile } from '../place-contract.ts';
import classes from './application.module.css';
import { useConfirmation } from './use-own-applications.ts';
import { Withdrawal } from './withdrawal.tsx';
import { isInCalendarTime, type Work } from './work-words.ts';

interface ApplicationActsProps {
  application: Application;
  work: Work;
  /** A question about it is open, or no longer: a list must not take it away from under the question. */
  onAsking?: (isAsking: boolean) => void;
}

/** What a marketer can do about an application of theirs; nothing where there is nothing to do. */
export function ApplicationActs({ application, work, onAsking }: ApplicationActsProps) {
  const now = useNow(MINUTE);
  const ended =
    useEndedCalls(confirmApplication, application.id) + useEndedCalls(decideApplication, application.id);
  const [isAsking, setIsAsking] = useState(false);
  const [closings, setClosings] = useState(0);
  // What was pressed goes when it is done, or when it is too late: whoever uses a keyboard goes on from where it stood.
  const gone = ended + closings;
  const place = useFocusAfterEach<HTMLFieldSetElement>(gone);
  const { confirm, withdraw } = application.can;
  // The server gives the file for ever; what is over is of no use in a calendar.
  const addToCalendar = application.can.addToCalendar && isInCalendarTime(application.campaign, work, now);
  if (!confirm && !addToCalendar && !withdraw && !isAsking && gone === 0) return null;
  return (
    <fieldset
      className={classes.acts}
      ref={place}
      tabIndex={-1}
      aria-label={`Your application to ${application.campaign.title}`}
    >
      {confirm ? <ConfirmButton application={application} /> : null}
      {addToCalendar ? <CalendarLink application={application} /> : null}
      {/* While it is asked it stays, even where the page learns meanwhile that withdrawing is no longer possible. */}
      {withdraw || isAsking ? (
        <Withdrawal
          application={application}
          isAsking={isAsking}
          onAsk={() => {
            setIsAsking(true);
            onAsking?.(true);
          }}
          onClose={() => {
            setIsAsking(false);
            onAsking?.(false);
            setClosings(closings + 1);
          }}
        />
      ) : null}
    </fieldset>
  );
}

function ConfirmButton({ application }: { application: Application }) {
  const confirmation = useConfirmation();
  return (
    <Button
      leftSection={<IconCheck size={18} aria-hidden />}
      aria-label={`Confirm that you come to ${application.campaign.title}`}
      loading={confirmation.isPending}
      onClick={() => confirmation.mutate({ params: { id: application.id } })}
    >
      Confirm that you come
    </Button>
  );
}

/** A file, so that every calendar takes it; once the place is gone the same file takes the entry away again. */
function CalendarLink({ application: { id, status, campaign } }: { application: Application }) {
  const isHeld = status === 'approved';
  const label = isHeld ? 'Add to calendar' : 'Remove from calendar';
  const Icon = isHeld ? IconCalendarPlus : IconCalendarX;
  return (
    <Button
      component="a"
      href={fillPath(getCalendarFile.path, { id })}
      download
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      aria-label={`${label}: ${campaign.title}`}
    >
      {label}
    </Button>
  );
}
