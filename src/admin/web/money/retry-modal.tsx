import { Text } from '@mantine/core';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { CallAlert } from '#platform/web/ui/states/call-alert.tsx';
import { useRetry } from './use-money.ts';

/** Asks the admin for a confirmation and a reason before money is sent. The reason goes to the audit log. */
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
  if (item.kind === 'refund') return 'Send this refund again?';
  if (isContradicted(item)) return 'Check this payout again?';
  return canTakeBack(item) ? 'Take back this payout?' : 'Send this payout again?';
}

function RetryForm({ item, onClose }: { item: StuckMoney; onClose: () => void }) {
  const { id, kind, amount, who } = item;
  const retry = useRetry(kind, onClose);
  const sum = amount === null ? 'The money' : formatMoney(amount);
  return (
    <ReasonForm
      description="Saved in the audit log with your name."
      maxLength={500}
      missingText="Enter a reason"
      error={retry.error?.fields['reason']}
      submitLabel={
        isContradicted(item) ? 'Check again' : canTakeBack(item) ? 'Take back payout' : 'Send again'
      }
      isPending={retry.isPending}
      onCancel={onClose}
      onSubmit={(reason) => retry.mutate({ params: { id }, body: { reason } })}
    >
      <Text>
        {isContradicted(item)
          ? 'We’ll ask the wallet and book its answer. Nothing is sent.'
          : canTakeBack(item)
            ? `We’ll ask the wallet to return ${sum} sent to ${who}. You can send it again once it’s back.`
            : kind === 'refund'
              ? `${sum} goes back to ${who} through the original payment.`
              : `${sum} goes to ${who} right away, at their current wallet email.`}
      </Text>
      <CallAlert error={retry.error} field="reason" text="We couldn’t send this. Please try again." />
    </ReasonForm>
  );
}
