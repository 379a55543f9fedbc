import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { textOf } from '#platform/web/call.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { useRetry } from './use-money.ts';

/** Asks once more before money is sent, and why: the reason stays in the audit log. */
export function RetryModal({ item, onClose }: { item: StuckMoney | null; onClose: () => void }) {
  return (
    <Modal
      opened={item !== null}
      onClose={onClose}
      title={item?.kind === 'refund' ? 'Send this refund again?' : titleOf(item)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {item ? <RetryForm item={item} onClose={onClose} key={item.id} /> : null}
    </Modal>
  );
}

const isStillOut = (item: StuckMoney | null) => item?.state === 'unclaimed' || item?.state === 'held';

function titleOf(item: StuckMoney | null): string {
  return isStillOut(item) ? 'Take this payout back?' : 'Send this payout again?';
}

function RetryForm({ item, onClose }: { item: StuckMoney; onClose: () => void }) {
  const { id, kind, amount, who } = item;
  const retry = useRetry(kind, onClose);
  const [reason, setReason] = useState('');
  const sum = amount === null ? 'The money' : formatMoney(amount);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!retry.isPending) retry.mutate({ params: { id }, body: { reason: reason.trim() } });
      }}
    >
      <Stack gap="md">
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
        <Textarea
          label="Reason"
          description="It stays in the audit log with your name."
          required
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={retry.error?.fields['reason']}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={retry.isPending}>
            {isStillOut(item) ? 'Take back' : 'Send again'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
