import { Alert, Button, Group, Text } from '@mantine/core';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import type { Application } from '../contract.ts';
import { withdrawalText } from './application-words.ts';
import { useReadAnew, useWithdrawal } from './use-own-applications.ts';

interface WithdrawalProps {
  application: Application;
  isAsking: boolean;
  onAsk: () => void;
  onClose: () => void;
}

/** The button that gives an application or its place up, and the question before it is done. */
export function Withdrawal({ application, isAsking, onAsk, onClose }: WithdrawalProps) {
  const withdrawal = useWithdrawal();
  const readAnew = useReadAnew();
  return (
    <>
      {application.can.withdraw ? (
        <Button
          variant="default"
          loading={withdrawal.isPending}
          aria-label={`Withdraw from ${application.campaign.title}`}
          onClick={() => {
            // What it costs depends on the hour, and the page may have been open for a day.
            readAnew();
            onAsk();
          }}
        >
          Withdraw
        </Button>
      ) : null}
      <SubjectModal subject={isAsking ? application : null} title={titleOf} onClose={onClose}>
        {(asked) => (
          <Question
            application={asked}
            onClose={onClose}
            onWithdraw={() => {
              onClose();
              withdrawal.mutate({ params: { id: asked.id }, body: { status: 'withdrawn' } });
            }}
          />
        )}
      </SubjectModal>
    </>
  );
}

interface QuestionProps {
  application: Application;
  onClose: () => void;
  onWithdraw: () => void;
}

/** What it costs, and the last word; where it has become too late meanwhile, why. */
function Question({ application, onClose, onWithdraw }: QuestionProps) {
  const isPossible = application.can.withdraw;
  // The other button goes where it becomes too late; this one stays, and with it the keyboard.
  const close = useFocusAfter<HTMLButtonElement>(isPossible);
  return (
    <>
      {isPossible ? (
        <Cost application={application} />
      ) : (
        <Alert color="yellow">{tooLateText(application)}</Alert>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" data-autofocus ref={close} onClick={onClose}>
          {isPossible ? 'Keep it' : 'OK'}
        </Button>
        {isPossible ? (
          <Button color="red" onClick={onWithdraw}>
            {application.isWithdrawalLate ? 'Withdraw and take the strike' : 'Withdraw'}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

function Cost({ application }: { application: Application }) {
  const cost = withdrawalText(application, useNow(MINUTE));
  return (
    <>
      {application.isWithdrawalLate ? (
        <Alert color="red" title="This earns a strike">
          {cost}
        </Alert>
      ) : (
        <Text>{cost}</Text>
      )}
      <Text mt="sm">You can apply to a campaign only once: this cannot be undone.</Text>
    </>
  );
}

function titleOf({ status, can }: Application): string {
  if (!can.withdraw) return 'It is too late to withdraw';
  return status === 'approved' ? 'Give your place back?' : 'Withdraw your application?';
}

/** What has happened since the question was asked. */
function tooLateText({ status, hasLapsed, campaign }: Application): string {
  if (status === 'rejected') return 'The advertiser has decided meanwhile: you did not get a place.';
  if (status === 'withdrawn') {
    return hasLapsed
      ? 'You did not confirm in time, so the place went back meanwhile. That is no strike.'
      : 'This application was withdrawn meanwhile, perhaps in another window.';
  }
  return campaign.status === 'completed'
    ? 'This campaign is over, so there is nothing to withdraw from any more.'
    : 'The work has begun, so this application can no longer be withdrawn.';
}
