import { Alert, Button, Group, Text } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import type { Application } from '../../contract.ts';
import { formatWithdrawalCost } from '../application-labels.ts';
import { useReloadApplications, useWithdrawal } from './use-own-applications.ts';

interface WithdrawalProps {
  application: Application;
  isAsking: boolean;
  onAsk: () => void;
  onClose: () => void;
}

export function Withdrawal({ application, isAsking, onAsk, onClose }: WithdrawalProps) {
  const withdrawal = useWithdrawal();
  const reload = useReloadApplications();
  return (
    <>
      {application.can.withdraw ? (
        <Button
          variant="danger"
          loading={withdrawal.isPending}
          aria-label={t('Withdraw from {title}', { title: application.campaign.title })}
          onClick={() => {
            // The cost depends on the time, and the page may have been open for a day.
            reload();
            onAsk();
          }}
        >
          {t('Withdraw')}
        </Button>
      ) : null}
      <SubjectModal subject={isAsking ? application : null} title={formatTitle} onClose={onClose}>
        {(asked) => (
          <WithdrawalDialog
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

/** If it is now too late, explains why. */
function WithdrawalDialog({ application, onClose, onWithdraw }: QuestionProps) {
  const isPossible = application.can.withdraw;
  // The other button disappears when it becomes too late. Focus moves to this one.
  const close = useFocusAfter<HTMLButtonElement>(isPossible);
  return (
    <>
      {isPossible ? (
        <Cost application={application} />
      ) : (
        <Alert color="yellow">{formatTooLate(application)}</Alert>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" data-autofocus ref={close} onClick={onClose}>
          {isPossible ? t('Cancel') : 'OK'}
        </Button>
        {isPossible ? (
          <Button color="red" onClick={onWithdraw}>
            {application.isWithdrawalLate ? t('Withdraw with a strike') : t('Withdraw')}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

function Cost({ application }: { application: Application }) {
  const cost = formatWithdrawalCost(application, useNow(MINUTE));
  return (
    <>
      {application.isWithdrawalLate ? (
        <Alert color="red" title={t('This is a strike')}>
          {cost}
        </Alert>
      ) : (
        <Text>{cost}</Text>
      )}
      <Text mt="sm">{t('This can’t be undone. You can apply to a campaign only once.')}</Text>
    </>
  );
}

function formatTitle({ status, can }: Application): string {
  if (!can.withdraw) return t('Too late to withdraw');
  return status === 'approved' ? t('Give up your place?') : t('Withdraw your application?');
}

function formatTooLate({ status, hasExpired, campaign }: Application): string {
  if (status === 'rejected') return t('The advertiser has already decided. You didn’t get a place.');
  if (status === 'withdrawn') {
    return hasExpired
      ? t('You didn’t confirm in time, so you lost the place. This isn’t a strike.')
      : t('This application was already withdrawn.');
  }
  return campaign.status === 'completed'
    ? t('This campaign has ended.')
    : t('Your work has started, so you can’t withdraw.');
}
