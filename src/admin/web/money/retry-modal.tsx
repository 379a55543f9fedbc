import { Text } from '@mantine/core';
import { t } from '#kernel/text.ts';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { useRetry } from './use-money.ts';

export function RetryModal({ item, onClose }: { item: StuckMoney | null; onClose: () => void }) {
  return (
    <SubjectModal subject={item} title={formatTitle} onClose={onClose}>
      {(subject) => <RetryForm item={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

const isContradicted = ({ issue }: StuckMoney) => issue === 'PAID_AFTER_RETURN';
const canTakeBack = ({ state }: StuckMoney) => state === 'unclaimed' || state === 'held';

function formatTitle(item: StuckMoney): string {
  if (item.kind === 'refund') return t('Send this refund again?');
  if (isContradicted(item)) return t('Check this payout again?');
  return canTakeBack(item) ? t('Take back this payout?') : t('Send this payout again?');
}

function RetryForm({ item, onClose }: { item: StuckMoney; onClose: () => void }) {
  const { id, kind, amount } = item;
  const who = item.who ?? '';
  const retry = useRetry(kind, onClose);
  const sum = amount === null ? t('The money') : formatMoney(amount);
  return (
    <ReasonForm
      description={t('Saved in the audit log with your name.')}
      maxLength={500}
      call={retry}
      failedText={t('We couldn’t send this. Please try again.')}
      submitLabel={
        isContradicted(item) ? t('Check again') : canTakeBack(item) ? t('Take back payout') : t('Send again')
      }
      onCancel={onClose}
      onSubmit={(reason) => retry.mutate({ params: { id }, body: { reason } })}
    >
      <Text>
        {isContradicted(item)
          ? t('We’ll ask the wallet and book its answer. Nothing is sent.')
          : canTakeBack(item)
            ? t('We’ll ask the wallet to return {sum} sent to {who}. You can send it again once it’s back.', {
                sum,
                who,
              })
            : kind === 'refund'
              ? t('{sum} goes back to {who} through the original payment.', { sum, who })
              : t('{sum} goes to {who} right away, at their current wallet email.', { sum, who })}
      </Text>
    </ReasonForm>
  );
}
