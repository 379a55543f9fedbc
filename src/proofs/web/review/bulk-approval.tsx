import { Alert, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fromDecimal, toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { call, getErrorText } from '#platform/web/call.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { decideProof, type Proof } from '../../contract.ts';
import classes from './proof-review.module.css';
import { getSeenVersion } from './review-views.ts';
import { changedByDecision } from './use-proof-decision.ts';

interface BulkApprovalProps {
  proofs: readonly Proof[] | null;
  onClose: () => void;
}

/** Approves each proof in its own call. */
export function BulkApproval({ proofs, onClose }: BulkApprovalProps) {
  const [isRunning, setIsRunning] = useState(false);
  return (
    <SubjectModal
      subject={proofs}
      title={t('Approve strong proofs')}
      // Otherwise the user would not see which approvals failed.
      onClose={() => (isRunning ? undefined : onClose())}
      closeOnClickOutside={false}
    >
      {(subject) => <Confirmation proofs={subject} onClose={onClose} onRunning={setIsRunning} />}
    </SubjectModal>
  );
}

interface Failure {
  proof: Proof;
  text: string;
}

interface ConfirmationProps {
  proofs: readonly Proof[];
  onClose: () => void;
  onRunning: (isRunning: boolean) => void;
}

function Confirmation({ proofs, onClose, onRunning }: ConfirmationProps) {
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const total = formatMoney(toDecimal(proofs.reduce((sum, { payRate }) => sum + fromDecimal(payRate), 0)));
  const isDisputed = proofs.some(({ isPaymentDisputed }) => isPaymentDisputed);
  const isFinished = done === proofs.length;

  const approveAll = async () => {
    setDone(0);
    onRunning(true);
    for (const [at, proof] of proofs.entries()) {
      try {
        await call(decideProof, {
          params: { id: proof.id },
          body: {
            status: 'approved',
            seenStrength: proof.strength,
            seenAmendedAt: getSeenVersion(proof),
          },
        });
      } catch (error) {
        const text = getErrorText(error, t('Failed to update proof'));
        setFailures((present) => [...present, { proof, text }]);
      }
      setDone(at + 1);
    }
    onRunning(false);
    void invalidateEndpoints(client, changedByDecision);
  };

  return (
    <>
      {isFinished ? null : (
        <>
          <p className={classes.question}>
            {rich(
              isDisputed
                ? '{count, plural, one {# marketer earns} other {# marketers earn}} <b>{total}</b> in total. After the dispute at PayPal, the business owes what the escrow doesn’t cover. You can’t undo this.'
                : '{count, plural, one {# marketer receives} other {# marketers receive}} <b>{total}</b> in total from the escrow. You can’t undo this.',
              { b: <b /> },
              { count: proofs.length, total },
            )}
          </p>
          <ul className={classes.bulk}>
            {proofs.map(({ id, marketerName, campaignTitle, payRate }) => (
              <li key={id}>
                {marketerName || t('Marketer')}, {campaignTitle}: {formatMoney(payRate)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div aria-live="polite">
        {done === null ? null : (
          <p className={classes.plain}>
            {t('{done} of {count} approved.', { done: done - failures.length, count: proofs.length })}
          </p>
        )}
        {failures.length > 0 ? (
          <Alert color="red" title={t('Not approved')}>
            <ul className={classes.bulk}>
              {failures.map(({ proof, text }) => (
                <li key={proof.id}>
                  {proof.marketerName || t('Marketer')}, {proof.campaignTitle}: {text}
                </li>
              ))}
            </ul>
          </Alert>
        ) : null}
      </div>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={done !== null && !isFinished}>
          {done === null ? t('Cancel') : t('Close')}
        </Button>
        {isFinished ? null : (
          <Button onClick={() => void approveAll()} loading={done !== null} data-autofocus>
            {isDisputed ? t('Approve') : t('Pay {amount}', { amount: total })}
          </Button>
        )}
      </Group>
    </>
  );
}
