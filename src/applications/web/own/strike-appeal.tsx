import { Text } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { appealStrike, listOwnStrikes, type Strike } from '../../strike-contract.ts';
import { formatStrikeCause } from './strike-labels.ts';

export function StrikeAppeal({ strike, onClose }: { strike: Strike | null; onClose: () => void }) {
  return (
    <SubjectModal subject={strike} title={t('Appeal this strike')} onClose={onClose}>
      {(subject) => <AppealForm strike={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function AppealForm({ strike, onClose }: { strike: Strike; onClose: () => void }) {
  const appeal = useCallMutation(appealStrike, {
    invalidates: [listOwnStrikes],
    onSuccess: () => {
      showToast({
        title: t('Appeal sent'),
        message: t('We’ll notify you of the decision.'),
        tone: 'success',
      });
      onClose();
    },
  });
  return (
    <ReasonForm
      label={t('Why is this strike wrong?')}
      description={t('You can appeal only once.')}
      rows={5}
      maxLength={2000}
      missingText={t('Say why this strike is wrong')}
      call={appeal}
      field="text"
      failedText={t('Failed to send your appeal. Please try again.')}
      submitLabel={t('Send appeal')}
      onCancel={onClose}
      onSubmit={(text) => appeal.mutate({ params: { id: strike.id }, body: { text } })}
    >
      <Text>
        {formatStrikeCause(strike)}{' '}
        {t('You can appeal until {time}.', { time: formatZonedTime(strike.appealDueAt) })}
      </Text>
    </ReasonForm>
  );
}
