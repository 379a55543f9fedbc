import { Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { listPayments } from '#payments/contract.ts';
import { getProof, listProofs } from '#proofs/contract.ts';
import { type FieldUploads, UploadField } from '#uploads/web/upload-field.tsx';
import { listDisputes, MAX_DISPUTE_FILES, openDispute } from '../contract.ts';
import { listDisputableApprovals } from '../support-contract.ts';
import { noUploads } from './uploads.ts';

interface Props {
  proofId: string;
  decision: 'rejection' | 'approval';
  isByAdmin?: boolean;
  onClose: () => void;
}

export function OpenDisputeForm({ proofId, decision, isByAdmin = false, onClose }: Props) {
  const navigate = useNavigate();
  const [uploads, setUploads] = useState<FieldUploads>(noUploads);
  const open = useCallMutation(openDispute, {
    invalidates: [getProof, listProofs, listPayments, listDisputes, listDisputableApprovals],
    onSuccess: (dispute) => {
      showToast({
        title: t('Dispute opened'),
        message: isByAdmin
          ? t('We notified both sides. The marketer has 72 hours to answer.')
          : t('The other side has 72 hours to answer.'),
        tone: 'success',
      });
      onClose();
      void navigate(`/disputes/${dispute.id}`);
    },
  });
  const isRejection = decision === 'rejection';
  return (
    <ReasonForm
      label={isRejection ? t('Why is the rejection wrong?') : t('Why is the approval wrong?')}
      description={isByAdmin ? t('Both sides read this.') : t('The other side and administrators read this.')}
      rows={5}
      maxLength={2000}
      call={{ error: open.error, isPending: open.isPending || uploads.isBusy }}
      failedText={t('We couldn’t open the dispute. Please try again.')}
      below={
        <UploadField
          purpose="proof"
          label={t('Files that show it')}
          description={t('Optional, up to {limit}', { limit: MAX_DISPUTE_FILES })}
          max={MAX_DISPUTE_FILES}
          disabled={open.isPending}
          onChange={setUploads}
        />
      }
      submitLabel={t('Open dispute')}
      onCancel={onClose}
      onSubmit={(reason) =>
        open.mutate({
          params: { id: proofId },
          body: { reason, files: uploads.ready.map(({ uploadId }) => uploadId) },
        })
      }
    >
      <Text>
        {isRejection
          ? t('You can’t send another proof for this campaign afterwards.')
          : t('The pay is held until the dispute ends.')}
      </Text>
    </ReasonForm>
  );
}
