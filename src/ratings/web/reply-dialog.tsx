import { Text } from '@mantine/core';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { CallAlert } from '#platform/web/ui/states/call-alert.tsx';
import { listRatingExchanges, MAX_RATING_TEXT, type RatingExchange, replyToRating } from '../contract.ts';

interface ReplyDialogProps {
  exchange: RatingExchange | null;
  onClose: () => void;
  onClosed?: () => void;
}

export function ReplyDialog({ exchange, onClose, onClosed }: ReplyDialogProps) {
  return (
    <SubjectModal
      subject={exchange}
      title={({ otherName }) => `Reply to ${otherName}`}
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
      showToast({ title: 'Reply sent', tone: 'success' });
      onClose();
    },
  });
  return (
    <ReasonForm
      label="Your reply"
      description="You can reply once. Everyone can read it."
      rows={4}
      maxLength={MAX_RATING_TEXT}
      missingText="Enter your reply"
      error={reply.error?.fields['text']}
      submitLabel="Send reply"
      isPending={reply.isPending}
      onCancel={onClose}
      onSubmit={(text) => reply.mutate({ params: { id: exchange.applicationId }, body: { text } })}
    >
      {exchange.other?.text ? <Text>“{exchange.other.text}”</Text> : null}
      <CallAlert error={reply.error} field="text" text="We couldn’t send your reply. Please try again." />
    </ReasonForm>
  );
}
