import { Text } from '@mantine/core';
import type { Strike } from '#applications/strike-contract.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { CallAlert } from '#platform/web/ui/states/call-alert.tsx';
import { useStrikeDecision } from './use-strikes.ts';

export interface ChosenDecision {
  strike: Strike;
  status: 'upheld' | 'lifted';
}

interface StrikeDecisionModalProps {
  chosen: ChosenDecision | null;
  onClose: () => void;
  /** Called after the dialog has closed; the strike may have left the list by then. */
  onClosed: () => void;
}

const decisionTexts = {
  upheld: {
    title: 'Uphold this strike?',
    text: 'It counts until it expires.',
    label: 'Uphold strike',
  },
  lifted: {
    title: 'Lift this strike?',
    text: 'It no longer counts, and any pause it caused ends.',
    label: 'Lift strike',
  },
} as const;

/** Asks the admin to confirm and give a reason, which the marketer sees. */
export function StrikeDecisionModal({ chosen, onClose, onClosed }: StrikeDecisionModalProps) {
  return (
    <SubjectModal
      subject={chosen}
      title={({ status }) => decisionTexts[status].title}
      onClose={onClose}
      onClosed={onClosed}
    >
      {(subject) => <DecisionForm chosen={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function DecisionForm({ chosen, onClose }: { chosen: ChosenDecision; onClose: () => void }) {
  const { strike, status } = chosen;
  const { text, label } = decisionTexts[status];
  const decision = useStrikeDecision(onClose);
  return (
    <ReasonForm
      description={`${strike.marketerName} sees this. It’s saved in the audit log with your name.`}
      maxLength={2000}
      missingText="Enter a reason"
      error={decision.error?.fields['reason']}
      submitLabel={label}
      isDangerous={status === 'upheld'}
      isPending={decision.isPending}
      onCancel={onClose}
      onSubmit={(reason) => decision.mutate({ params: { id: strike.id }, body: { status, reason } })}
    >
      <Text>
        {strike.marketerName}, {strike.campaignTitle}. {text}
      </Text>
      <CallAlert
        error={decision.error}
        field="reason"
        text="We couldn’t save your decision. Please try again."
      />
    </ReasonForm>
  );
}
