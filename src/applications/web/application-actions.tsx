import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarX, IconCheck, IconMessageCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { fillPath } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndedMutationCount } from '#platform/web/query.ts';
import { useFocusAfterEachCall } from '#platform/web/ui/use-focus-after.ts';
import { type Application, decideApplication } from '../contract.ts';
import { confirmApplication, getCalendarFile } from '../place-contract.ts';
import classes from './application.module.css';
import { useConfirmation } from './own/use-own-applications.ts';
import { Withdrawal } from './own/withdrawal.tsx';
import { isWorthCalendarEntry, type Work } from './own/work-labels.ts';

interface ApplicationActsProps {
  application: Application;
  work: Work;
  /** The next action on the campaign's page, if this is shown outside of that page. */
  workAction?: string | null;
  /** Called when a dialog opens or closes, so that a list can keep the row while the dialog is open. */
  onAsking?: (isAsking: boolean) => void;
}

/** The actions a marketer has for an application. They can always write to the advertiser. */
export function ApplicationActions({ application, work, workAction = null, onAsking }: ApplicationActsProps) {
  const now = useNow(MINUTE);
  const ended =
    useEndedMutationCount(confirmApplication, application.id) +
    useEndedMutationCount(decideApplication, application.id);
  const [isAsking, setIsAsking] = useState(false);
  const [closings, setClosings] = useState(0);
  const gone = ended + closings;
  const place = useFocusAfterEachCall<HTMLFieldSetElement>(gone);
  const { confirm, withdraw } = application.can;
  // The server keeps offering the file, but past events are of no use in a calendar.
  const addToCalendar =
    application.can.addToCalendar && isWorthCalendarEntry(application.campaign, work, now);
  return (
    <fieldset
      className={classes.acts}
      ref={place}
      tabIndex={-1}
      aria-label={t('Your application to {title}', { title: application.campaign.title })}
    >
      {confirm ? <ConfirmButton application={application} /> : null}
      {workAction ? (
        <Button
          component={Link}
          to={`/campaigns/${application.campaignId}`}
          aria-label={`${workAction}: ${application.campaign.title}`}
        >
          {workAction}
        </Button>
      ) : null}
      {addToCalendar ? <CalendarLink application={application} /> : null}
      <Button
        component={Link}
        to={`/messages/${application.id}`}
        variant="default"
        leftSection={<IconMessageCircle size={18} aria-hidden />}
        aria-label={t('Message {company}', { company: application.campaign.company || t('the advertiser') })}
      >
        {t('Message')}
      </Button>
      {/* Stays mounted while the dialog is open, even if withdrawing becomes impossible in that time. */}
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
      aria-label={t('Confirm your place in {title}', { title: application.campaign.title })}
      loading={confirmation.isPending}
      onClick={() => confirmation.mutate({ params: { id: application.id } })}
    >
      {t('Confirm your place')}
    </Button>
  );
}

/** Once the place is gone, the same file removes the calendar entry. */
function CalendarLink({ application: { id, status, campaign } }: { application: Application }) {
  const isHeld = status === 'approved';
  const label = isHeld ? t('Add to calendar') : t('Remove from calendar');
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
