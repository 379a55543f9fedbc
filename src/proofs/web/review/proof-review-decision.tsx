import { Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import type { Proof } from '../../contract.ts';
import {
  type ProofDecision as DecisionBody,
  type RejectReason,
  rejectReasonLabels,
  rejectReasons,
} from '../../decision-contract.ts';
import { getSeenVersion } from './review-views.ts';
import classes from './proof-review.module.css';
import { WeakWarning } from './weak-warning.tsx';

export interface Decision {
  proof: Proof;
  status: 'approved' | 'rejected';
}

interface ProofDecisionProps {
  decision: Decision | null;
  onClose: () => void;
  onDecide: (decision: Decision, body: DecisionBody) => void;
}

/** Neither an approval nor a rejection can be undone. */
export function ProofDecision({ decision, onClose, onDecide }: ProofDecisionProps) {
  return (
    <SubjectModal
      subject={decision}
      title={({ status }) => (status === 'approved' ? t('Approve and pay') : t('Reject this proof'))}
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
  const { strength: seenStrength, isPaymentDisputed } = decision.proof;
  const isWeak = seenStrength === 'weak';
  return (
    <>
      <WeakWarning proof={decision.proof} />
      <p className={classes.question}>
        {rich(
          isPaymentDisputed
            ? '{name} earns <b>{amount}</b>. After the dispute at PayPal, the business owes what the escrow of {campaign} doesn’t cover. You can’t undo this.'
            : '{name} receives <b>{amount}</b> from the escrow of {campaign}. You can’t undo this.',
          { b: <b /> },
          {
            name: decision.proof.marketerName || t('The marketer'),
            amount,
            campaign: decision.proof.campaignTitle,
          },
        )}
      </p>
      {isPost ? (
        <Checkbox
          mt="md"
          label={t('I saw that the post is marked as an ad')}
          checked={hasSeen}
          onChange={({ currentTarget }) => setHasSeen(currentTarget.checked)}
        />
      ) : null}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus={isWeak || undefined}>
          {t('Cancel')}
        </Button>
        <Button
          onClick={() =>
            onDecide(decision, {
              status: 'approved',
              seenStrength,
              seenAmendedAt: getSeenVersion(decision.proof),
              ...(isPost ? { disclosureSeen: true } : {}),
            })
          }
          disabled={isPost && !hasSeen}
          data-autofocus={isWeak ? undefined : true}
        >
          {isPaymentDisputed ? t('Approve') : t('Pay {amount}', { amount })}
        </Button>
      </Group>
    </>
  );
}

function Rejection({ decision, onClose, onDecide }: QuestionProps) {
  const [reason, setReason] = useState<RejectReason | null>(null);
  const [notes, setNotes] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const needsNotes = reason === 'other';
  const send = () => {
    setIsChecked(true);
    const reviewNotes = notes.trim();
    if (reason === null || (needsNotes && reviewNotes === '')) return;
    onDecide(decision, {
      status: 'rejected',
      reason,
      seenAmendedAt: getSeenVersion(decision.proof),
      ...(reviewNotes ? { reviewNotes } : {}),
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label={t('Reason')}
          description={t('The marketer sees this.')}
          withAsterisk
          value={reason}
          onChange={(value) => setReason(rejectReasons.find((option) => option === value) ?? null)}
          error={isChecked && reason === null ? t('Choose a reason') : null}
        >
          <Stack gap={10} mt="xs">
            {rejectReasons.map((option, at) => (
              <Radio
                key={option}
                value={option}
                label={t(rejectReasonLabels[option])}
                data-autofocus={at === 0 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('Notes')}
          description={needsNotes ? t('Say what is wrong.') : t('Optional. What is missing?')}
          withAsterisk={needsNotes}
          value={notes}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
          error={isChecked && needsNotes && notes.trim() === '' ? t('Enter what is wrong') : null}
          rows={3}
          maxLength={2000}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red">
            {t('Reject proof')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
