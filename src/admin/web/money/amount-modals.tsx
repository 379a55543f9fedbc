import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { writeOffDebt } from '#payments/debt-contract.ts';
import { coverShortfall } from '#payments/shortfall-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { useTakeLoss } from './use-money.ts';

export function CoverModal({ item, onClose }: AmountModalProps) {
  const cover = useTakeLoss(coverShortfall, t('Covered'), onClose);
  return (
    <AmountModal
      item={item}
      onClose={onClose}
      call={cover}
      title={t('Cover this work?')}
      submitLabel={t('Cover the work')}
    >
      {(amount) =>
        t(
          'The platform pays {amount}, and the marketer’s pay is released. The advertiser still owes it, with our fee.',
          { amount },
        )
      }
    </AmountModal>
  );
}

export function WriteOffModal({ item, onClose }: AmountModalProps) {
  const writeOff = useTakeLoss(writeOffDebt, t('Written off'), onClose);
  return (
    <AmountModal
      item={item}
      onClose={onClose}
      call={writeOff}
      title={t('Write off this debt?')}
      submitLabel={t('Write off the debt')}
    >
      {(amount) =>
        t(
          '{amount} becomes a loss of the platform. The advertiser owes nothing for it, and can fund campaigns again.',
          { amount },
        )
      }
    </AmountModal>
  );
}

interface AmountModalProps {
  item: StuckMoney | null;
  onClose: () => void;
}

interface AmountFormProps {
  call: ReturnType<typeof useTakeLoss>;
  submitLabel: string;
  children: (amount: string) => string;
}

function AmountModal({
  item,
  onClose,
  title,
  ...form
}: AmountModalProps & AmountFormProps & { title: string }) {
  return (
    <SubjectModal subject={item} title={() => title} onClose={onClose}>
      {(subject) => <AmountForm item={subject} onClose={onClose} {...form} />}
    </SubjectModal>
  );
}

function AmountForm({
  item,
  onClose,
  call,
  submitLabel,
  children,
}: AmountFormProps & { item: StuckMoney; onClose: () => void }) {
  const { id, amount } = item;
  const [typed, setTyped] = useState('');
  const [isDifferent, setIsDifferent] = useState(false);
  return (
    <ReasonForm
      description={t('Saved in the audit log with your name.')}
      maxLength={500}
      call={call}
      failedText={t('We couldn’t save this. Please try again.')}
      submitLabel={submitLabel}
      isDangerous
      onCancel={onClose}
      onSubmit={(reason) => {
        setIsDifferent(typed.trim() !== amount);
        if (typed.trim() === amount) call.mutate({ params: { id }, body: { amount, reason } });
      }}
    >
      <Text>{[item.who, item.about].filter(Boolean).join(', ')}</Text>
      <Text>{children(formatMoney(amount ?? '0.00'))}</Text>
      <TextInput
        label={t('Amount')}
        // The first field, so it gets the focus instead of the reason.
        data-autofocus
        description={t('Type {amount} to confirm.', { amount: amount ?? '' })}
        required
        inputMode="decimal"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsDifferent(false);
        }}
        error={isDifferent ? t('Type {amount}', { amount: amount ?? '' }) : undefined}
      />
    </ReasonForm>
  );
}
