import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { msg, t } from '#kernel/text.ts';
import { decideMessageReport, listMessageReports, type MessageReport } from '#messages/report-contract.ts';
import { getQueryKey, useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';

export interface ChosenReport {
  report: MessageReport;
  status: 'dismissed' | 'resolved';
}

interface ReportDecisionModalProps {
  chosen: ChosenReport | null;
  onClose: () => void;
  onClosed: () => void;
}

const decisionTexts = {
  dismissed: {
    title: msg('Dismiss this report?'),
    text: msg('The conversation breaks no rule.'),
    label: msg('Dismiss'),
  },
  resolved: {
    title: msg('Resolve this report?'),
    text: msg('You acted on it, for example by suspending the user.'),
    label: msg('Resolve'),
  },
} as const;

export function ReportDecisionModal({ chosen, onClose, onClosed }: ReportDecisionModalProps) {
  return (
    <SubjectModal
      subject={chosen}
      title={({ status }) => t(decisionTexts[status].title)}
      onClose={onClose}
      onClosed={onClosed}
    >
      {(subject) => <DecisionForm chosen={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function DecisionForm({ chosen, onClose }: { chosen: ChosenReport; onClose: () => void }) {
  const { report, status } = chosen;
  const { text, label } = decisionTexts[status];
  const client = useQueryClient();
  const decision = useCallMutation(decideMessageReport, {
    invalidates: [listMessageReports],
    onSuccess: () => {
      showToast({
        title: status === 'resolved' ? t('Report resolved') : t('Report dismissed'),
        message: t('{name} has been notified.', { name: report.reporter.name }),
        tone: 'success',
      });
      onClose();
    },
    // Another admin may have closed it first, so the list is outdated.
    onError: () => void client.invalidateQueries({ queryKey: getQueryKey(listMessageReports) }),
  });
  return (
    <ReasonForm
      label={t('Note')}
      description={t('Only administrators see this. It’s saved in the audit log with your name.')}
      maxLength={1000}
      missingText={t('Enter a note')}
      call={decision}
      field="note"
      submitLabel={t(label)}
      onCancel={onClose}
      onSubmit={(note) => decision.mutate({ params: { id: report.id }, body: { status, note } })}
    >
      <Text>{t(text)}</Text>
    </ReasonForm>
  );
}
