import { Alert, Text } from '@mantine/core';
import type { Strike } from '#applications/strike-contract.ts';
import { textOf } from '#platform/web/call.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import { useStrikeDecision } from './use-strikes.ts';

export interface ChosenDecision {
  strike: Strike;
  status: 'upheld' | 'lifted';
}

interface StrikeDecisionModalProps {
  chosen: ChosenDecision | null;
  onClose: () => void;
  /** The dialog is gone, and perhaps the strike from its list. */
  onClosed: () => void;
}

const words = {
  upheld: {
    title: 'Uphold this strike?',
    text: 'It counts until it expires.',
    label: 'Uphold strike',
  },
  lifted: {
    title: 'Lift this strike?',
    text: 'It no longer counts, as if it had never been given; a pause that it brought about ends.',
    label: 'Lift strike',
  },
} as const;

/** Asks once more, and why: the marketer reads the reason. */
export function StrikeDecisionModal({ chosen, onClose, onClosed }: StrikeDecisionModalProps) {
  return (
    <SubjectModal
      subject={chosen}
      title={({ status }) => words[status].title}
      onClose={onClose}
      onClosed={onClosed}
    >
      {(subject) => <DecisionForm chosen={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function DecisionForm({ chosen, onClose }: { chosen: ChosenDecision; onClose: () => void }) {
  const { strike, status } = chosen;
  const { text, label } = words[status];
  const decision = useStrikeDecision(onClose);
  return (
    <ReasonForm
      description={`${strike.marketerName} reads it, and it stays in the audit log with your name.`}
      maxLength={2000}
      missingText="Please say why"
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
      {decision.error && !decision.error.fields['reason'] ? (
        <Alert color="red" role="alert">
          {textOf(decision.error, 'This could not be decided. Please try again.')}
        </Alert>
      ) : null}
    </ReasonForm>
  );
}
