import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { DEFAULT_REJECTION, type Proof } from '../contract.ts';
import classes from './proof-review.module.css';

export interface Decision {
  proof: Proof;
  status: 'approved' | 'rejected';
}

interface ProofDecisionProps {
  /** Null if the dialog is closed. */
  decision: Decision | null;
  onClose: () => void;
  /** `disclosureSeen` is set for posts. */
  onDecide: (decision: Decision, notes: string, disclosureSeen?: true) => void;
}

/** Asks for confirmation, because neither an approval nor a rejection can be undone. */
export function ProofDecision({ decision, onClose, onDecide }: ProofDecisionProps) {
  return (
    <SubjectModal
      subject={decision}
      title={({ status }) => (status === 'approved' ? 'Approve and pay' : 'Reject this proof')}
      onClose={onClose}
      // Otherwise the second click of a double click on the card's button would close the dialog.
      closeOnClickOutside={false}
    >
      {(subject) =>
        subject.status === 'approved' ? (
          <Approval decision={subject} onClose={onClose} onDecide={onDecide} />
        ) : (
          <Rejection decision={subject} onClose={onClose} onDecide={onDecide} />
        )
      }
    </SubjectModal>
  );
}

interface QuestionProps extends ProofDecisionProps {
  decision: Decision;
}

function Approval({ decision, onClose, onDecide }: QuestionProps) {
  const amount = formatMoney(decision.proof.payRate);
  const isPost = decision.proof.postUrl !== null;
  const [hasSeen, setHasSeen] = useState(false);
  return (
    <>
      <p className={classes.question}>
        {decision.proof.marketerName || 'The marketer'} receives <b>{amount}</b> from the escrow of{' '}
        {decision.proof.campaignTitle}. You can’t undo this.
      </p>
      {isPost ? (
        <Checkbox
          mt="md"
          label="I saw that the post is marked as an ad"
          checked={hasSeen}
          onChange={({ currentTarget }) => setHasSeen(currentTarget.checked)}
        />
      ) : null}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => (isPost ? onDecide(decision, '', true) : onDecide(decision, ''))}
          disabled={isPost && !hasSeen}
          data-autofocus
        >
          Pay {amount}
        </Button>
      </Group>
    </>
  );
}

function Rejection({ decision, onClose, onDecide }: QuestionProps) {
  const [notes, setNotes] = useState('');
  return (
    <>
      <Textarea
        label="Reason"
        description={`The marketer sees this. If left empty, it says “${DEFAULT_REJECTION}”.`}
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        rows={4}
        maxLength={2000}
        data-autofocus
      />
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onDecide(decision, notes.trim())}>Reject proof</Button>
      </Group>
    </>
  );
}
