import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { Proof } from '../../contract.ts';
import { toDraftSlot } from '../draft/draft-database.ts';
import { useQueuedProofs } from '../draft/queued-proofs.ts';
import { QueuedProof } from '../draft/queued-proof.tsx';
import { ProofForm } from './proof-form.tsx';
import classes from './submit-proof.module.css';

interface SubmitProofProps {
  campaign: Campaign;
  previous?: Proof | undefined;
}

/** If it is too early or too late, shows the time instead. */
export function SubmitProof({ campaign, previous }: SubmitProofProps) {
  const title = previous ? t('Send a new proof') : t('Send your proof');
  const slot = toDraftSlot(campaign.id, previous?.id);
  const now = useNow(15_000);
  const accountId = useCurrentUser().user?.id;
  const { queued } = useQueuedProofs();
  const { startTime, proofDueAt, timeZone } = campaign;
  const waiting = queued?.find((draft) => draft.slot === slot && draft.accountId === accountId);
  // Submitting without a connection replaces the form by what happens next.
  const place = useFocusAfter<HTMLDivElement>(queued !== undefined && waiting === undefined);
  if (startTime && now < new Date(startTime)) {
    return (
      <Panel title={title}>
        <p className={classes.text}>
          {t('You can submit your proof from {time}.', { time: formatZonedTime(startTime, timeZone) })}
        </p>
      </Panel>
    );
  }
  if (waiting) {
    return (
      <Panel title={t('Your proof')}>
        <div ref={place} tabIndex={-1}>
          <QueuedProof draft={waiting} />
        </div>
      </Panel>
    );
  }
  if (proofDueAt && now > new Date(proofDueAt)) {
    return (
      <Panel title={title}>
        <p className={classes.text}>
          {t('The deadline to submit proof was {time}.', { time: formatZonedTime(proofDueAt, timeZone) })}
        </p>
      </Panel>
    );
  }
  return (
    <Panel title={title}>
      {queued === undefined ? (
        <LoadingState />
      ) : (
        <ProofForm campaign={campaign} slot={slot} dueAt={proofDueAt} />
      )}
    </Panel>
  );
}
