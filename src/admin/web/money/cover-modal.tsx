import { Alert, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { ItemModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { useCover } from './use-money.ts';

/** Asks the admin to repeat the amount and to give a reason before the platform pays approved work. */
export function CoverModal({ item, onClose }: { item: StuckMoney | null; onClose: () => void }) {
  return (
    <ItemModal subject={item} title={() => 'Cover this work?'} onClose={onClose}>
      {(subject) => <CoverForm item={subject} onClose={onClose} />}
    </ItemModal>
  );
}

function CoverForm({ item, onClose }: { item: StuckMoney; onClose: () => void }) {
  const { id, amount } = item;
  const cover = useCover(onClose);
  const [typed, setTyped] = useState('');
  const [isDifferent, setIsDifferent] = useState(false);
  return (
    <ReasonForm
      description="Saved in the audit log with your name."
      maxLength={500}
      missingText="Enter a reason"
      error={cover.error?.fields['reason']}
      submitLabel="Cover with the platform’s money"
      isDangerous
      isPending={cover.isPending}
      onCancel={onClose}
      onSubmit={(reason) => {
        setIsDifferent(typed.trim() !== amount);
        if (typed.trim() === amount) cover.mutate({ params: { id }, body: { amount, reason } });
      }}
    >
      <Text>
        The platform pays {formatMoney(amount ?? '0.00')}, and the marketer’s pay is released. The advertiser
        can still repay it.
      </Text>
      <TextInput
        label="Amount"
        description={`Type ${amount} to confirm.`}
        required
        inputMode="decimal"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsDifferent(false);
        }}
        error={isDifferent ? `Type ${amount}` : undefined}
      />
      {cover.error && !cover.error.fields['reason'] ? (
        <Alert color="red" role="alert">
          {getErrorText(cover.error, 'We couldn’t cover this. Please try again.')}
        </Alert>
      ) : null}
    </ReasonForm>
  );
}
