import { Alert, Text } from '@mantine/core';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { textOf } from '#platform/web/call.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import { useRetry } from './use-money.ts';

/** Asks once more before money is sent, and why: the reason stays in the audit log. */
export function RetryModal({ item, onClose }: { item: StuckMoney | null; onClose: () => void }) {
  return (
    <SubjectModal subject={item} title={titleOf} onClose={onClose}>
      {(subject) => <RetryForm item={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

const isStillOut = ({ state }: StuckMoney) => state === 'unclaimed' || state === 'held';

function titleOf(item: StuckMoney): string {
  if (item.kind === 'refund') return 'Send this refund again?';
  return isStillOut(item) ? 'Take this payout back?' : 'Send this payout again?';
}

function RetryForm({ item, onClose }: { item: StuckMoney; onClose: () => void }) {
  const { id, kind, amount, who } = item;
  const retry = useRetry(kind, onClose);
  const sum = amount === null ? 'The money' : formatMoney(amount);
  return (
    <ReasonForm
      description="It stays in the audit log with your name."
      maxLength={500}
      missingText="Please say why"
      error={retry.error?.fields['reason']}
      submitLabel={isStillOut(item) ? 'Take back' : 'Send again'}
      isPending={retry.isPending}
      onCancel={onClose}
      onSubmit={(reason) => retry.mutate({ params: { id }, body: { reason } })}
    >
      <Text>
        {isStillOut(item)
          ? `The wallet is asked to give back ${sum}, sent to ${who}. Once it is back it can be sent again.`
          : kind === 'refund'
            ? `${sum} goes back to ${who}, through the payment that it came from.`
            : `${sum} goes to ${who} at once, to the wallet email that is set now.`}
      </Text>
      {retry.error && !retry.error.fields['reason'] ? (
        <Alert color="red" role="alert">
          {textOf(retry.error, 'This could not be sent. Please try again.')}
        </Alert>
      ) : null}
    </ReasonForm>
  );
}
