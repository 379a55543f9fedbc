import { Button, Group, Modal, Stack } from '@mantine/core';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { viewKycNumbers } from '../contract.ts';
import { RecordFacts } from './submitted-record.tsx';

interface NumbersModalProps {
  name: string;
  userId: string;
  opened: boolean;
  onClose: () => void;
}

/** The reason is audited. Closing drops the numbers from memory. */
export function NumbersModal({ name, userId, opened, onClose }: NumbersModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Numbers of {name}', { name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Numbers userId={userId} onClose={onClose} />
    </Modal>
  );
}

function Numbers({ userId, onClose }: Pick<NumbersModalProps, 'userId' | 'onClose'>) {
  const identity = useIdentityConfirmation();
  const view = useCallMutation(viewKycNumbers, {
    onError: (error, look) => {
      identity.isNeededFor(error, () => view.mutate(look));
    },
  });
  if (view.data) {
    const { governmentId, taxId, businessTaxId } = view.data;
    return (
      <Stack gap="md">
        <RecordFacts
          facts={[
            { name: t('ID number'), value: governmentId },
            { name: t('Tax ID'), value: taxId },
            ...(businessTaxId === null ? [] : [{ name: t('Business tax ID'), value: businessTaxId }]),
          ]}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Done', { context: 'a button' })}</Button>
        </Group>
      </Stack>
    );
  }
  const problem = view.error && view.error.code !== 'auth/recent-required' ? view.error : null;
  return (
    <>
      <ReasonForm
        label={t('Why do you need these numbers?')}
        description={t('Recorded with your name and the time.')}
        rows={2}
        maxLength={500}
        call={{ error: problem, isPending: view.isPending }}
        failedText={t('We couldn’t load the numbers. Please try again.')}
        submitLabel={t('Show numbers')}
        onCancel={onClose}
        onSubmit={(reason) => view.mutate({ params: { userId }, body: { reason } })}
      />
      {identity.dialog}
    </>
  );
}
