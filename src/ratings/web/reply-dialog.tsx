import { Text } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { listRatingExchanges, type RatingExchange, replyToRating } from '../contract.ts';

interface ReplyDialogProps {
  exchange: RatingExchange | null;
  onClose: () => void;
  onClosed?: () => void;
}

export function ReplyDialog({ exchange, onClose, onClosed }: ReplyDialogProps) {
  return (
    <SubjectModal
      subject={exchange}
      title={({ otherName }) => t('Reply to {otherName}', { otherName })}
      onClose={onClose}
      onClosed={() => onClosed?.()}
    >
      {(subject) => <ReplyForm exchange={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function ReplyForm({ exchange, onClose }: { exchange: RatingExchange; onClose: () => void }) {
  const reply = useCallMutation(replyToRating, {
    invalidates: [listRatingExchanges],
    onSuccess: () => {
      showToast({ title: t('Reply sent'), tone: 'success' });
      onClose();
    },
  });
  return (
    <ReasonForm
      label={t('Your reply')}
      description={t('You can reply once. Everyone can read it.')}
      rows={4}
      missingText={t('Enter your reply')}
      call={reply}
      field="text"
      failedText={t('We couldn’t send your reply. Please try again.')}
      submitLabel={t('Send reply')}
      onCancel={onClose}
      onSubmit={(text) => reply.mutate({ params: { id: exchange.applicationId }, body: { text } })}
    >
      {exchange.other?.text ? <Text>“{exchange.other.text}”</Text> : null}
    </ReasonForm>
  );
}
