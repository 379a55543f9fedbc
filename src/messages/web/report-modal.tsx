import { Alert, Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { getThread } from '../contract.ts';
import { reportReasonNames, reportReasons, reportThread } from '../report-contract.ts';

interface ReportModalProps {
  applicationId: string;
  otherName: string;
  isOpen: boolean;
  onClose: () => void;
}

export function ReportModal({ applicationId, otherName, isOpen, onClose }: ReportModalProps) {
  return (
    <SubjectModal
      subject={isOpen ? applicationId : null}
      title={t('Report {otherName}?', { otherName })}
      onClose={onClose}
    >
      {(id) => <ReportForm applicationId={id} onClose={onClose} />}
    </SubjectModal>
  );
}

function ReportForm({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const [reason, setReason] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const needsText = reason === 'other';
  const isTextMissing = needsText && text.trim() === '';
  const report = useCallMutation(reportThread, {
    invalidates: [getThread],
    onSuccess: ({ message }) => {
      showToast({ title: t('Conversation reported'), message, tone: 'success' });
      onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = reportReasons.find((option) => option === reason);
        setIsChecked(true);
        if (chosen && !isTextMissing && !report.isPending) {
          report.mutate({ params: { id: applicationId }, body: { reason: chosen, text: text.trim() } });
        }
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label={t('What’s wrong?')}
          description={t(
            'An administrator may read this conversation. The other side isn’t told who reported it.',
          )}
          required
          value={reason}
          error={isChecked && reason === null ? t('Choose a reason') : undefined}
          onChange={setReason}
        >
          <Stack gap="xs" mt="sm">
            {reportReasons.map((option) => (
              <Radio value={option} label={t(reportReasonNames[option])} key={option} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={needsText ? t('Details') : t('Details (optional)')}
          required={needsText}
          error={isChecked && isTextMissing ? t('Enter what is wrong') : undefined}
          rows={3}
          maxLength={1000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {report.error ? (
          <Alert color="red" role="alert">
            {getErrorText(report.error, t('We couldn’t send your report. Please try again.'))}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" loading={report.isPending}>
            {t('Report', { context: 'verb' })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
