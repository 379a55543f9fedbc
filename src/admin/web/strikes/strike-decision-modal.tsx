import { Text } from '@mantine/core';
import type { Strike } from '#applications/strike-contract.ts';
import { msg, t } from '#kernel/text.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { useStrikeDecision } from './use-strikes.ts';

export interface ChosenDecision {
  strike: Strike;
  status: 'upheld' | 'lifted';
}

interface StrikeDecisionModalProps {
  chosen: ChosenDecision | null;
  onClose: () => void;
  /** Called after the dialog has closed. The strike may have left the list by then. */
  onClosed: () => void;
}

const decisionTexts = {
  upheld: {
    title: msg('Uphold this strike?'),
    text: msg('It counts until it expires.'),
    label: msg('Uphold strike'),
  },
  lifted: {
    title: msg('Lift this strike?'),
    text: msg('It no longer counts, and any pause it caused ends.'),
    label: msg('Lift strike'),
  },
} as const;

export function StrikeDecisionModal({ chosen, onClose, onClosed }: StrikeDecisionModalProps) {
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

function DecisionForm({ chosen, onClose }: { chosen: ChosenDecision; onClose: () => void }) {
  const { strike, status } = chosen;
  const { text, label } = decisionTexts[status];
  const decision = useStrikeDecision(onClose);
  return (
    <ReasonForm
      description={t('{marketerName} sees this. It’s saved in the audit log with your name.', {
        marketerName: strike.marketerName,
      })}
      maxLength={2000}
      call={decision}
      submitLabel={t(label)}
      isDangerous={status === 'upheld'}
      onCancel={onClose}
      onSubmit={(reason) => decision.mutate({ params: { id: strike.id }, body: { status, reason } })}
    >
      <Text>
        {strike.marketerName}, {strike.campaignTitle}. {t(text)}
      </Text>
    </ReasonForm>
  );
}
