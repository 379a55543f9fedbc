import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import type { Proof } from '#proofs/contract.ts';
import classes from './dispute.module.css';
import { OpenDisputeForm } from './open-dispute-form.tsx';

export default function ProofDispute({ proof }: { proof: Proof }) {
  const { dispute, disputableUntil, payRate } = proof;
  const [chosen, setChosen] = useState<Proof | null>(null);
  const place = useRef<HTMLDivElement>(null);
  if (dispute) {
    return (
      <div className={classes.hint}>
        <p className={classes.text}>
          {dispute.isOpen
            ? rich(
                '{pay} is on hold since <time>{openedAt}</time>, because this decision is disputed.',
                { time: <time dateTime={dispute.openedAt} /> },
                { pay: formatMoney(payRate), openedAt: formatDayTime(dispute.openedAt) },
              )
            : t('The dispute about this proof has ended.')}
        </p>
        <Button component={Link} to={`/disputes/${dispute.id}`} variant="default" size="sm">
          {t('View dispute')}
        </Button>
      </div>
    );
  }
  if (disputableUntil === null) return null;
  const isRejection = proof.status === 'rejected';
  return (
    <div className={classes.hint} ref={place} tabIndex={-1}>
      <p className={classes.text}>
        {rich(
          isRejection
            ? 'Not right? The pay stays on hold until you can no longer dispute it: <time>{until}</time>.'
            : 'A mistake? You can dispute it until <time>{until}</time>.',
          { time: <time dateTime={disputableUntil} /> },
          { until: formatDayTime(disputableUntil) },
        )}
      </p>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconScale size={16} aria-hidden />}
        onClick={() => setChosen(proof)}
      >
        {isRejection ? t('Dispute rejection') : t('Dispute approval')}
      </Button>
      <SubjectModal
        subject={chosen}
        title={({ status }) =>
          status === 'rejected' ? t('Dispute this rejection?') : t('Dispute this approval?')
        }
        onClose={() => setChosen(null)}
        onClosed={() => restoreLostFocus(place.current)}
      >
        {({ id, status }) => (
          <OpenDisputeForm
            proofId={id}
            decision={status === 'rejected' ? 'rejection' : 'approval'}
            onClose={() => setChosen(null)}
          />
        )}
      </SubjectModal>
    </div>
  );
}
