import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { Proof } from '../../contract.ts';
import { AmendmentRequest } from '../amendment-facts.tsx';
import { toAgainSlot } from '../draft/draft-database.ts';
import { useQueuedProofs } from '../draft/queued-proofs.ts';
import { QueuedProof } from '../draft/queued-proof.tsx';
import { ProofForm } from './proof-form.tsx';
import classes from './submit-proof.module.css';

export function SendAgain({ campaign, proof }: { campaign: Campaign; proof: Proof }) {
  const now = useNow(15_000);
  const accountId = useCurrentUser().user?.id;
  const { queued } = useQueuedProofs();
  const { amendment } = proof;
  if (!amendment) return null;
  const { dueAt } = amendment;
  const slot = toAgainSlot(campaign.id, proof.id);
  const waiting = queued?.find((draft) => draft.slot === slot && draft.accountId === accountId);
  return (
    <Panel title={t('Please send again')}>
      <div className={classes.stack}>
        <p className={classes.text}>
          {t(
            'The advertiser asks once for {kind, select, social {a better post or screenshots} other {better files}}. Send them by {time}. Your proof isn’t rejected.',
            { kind: campaign.campaignType, time: formatZonedTime(dueAt, campaign.timeZone) },
          )}
        </p>
        <AmendmentRequest amendment={amendment} />
        {waiting ? (
          <QueuedProof draft={waiting} />
        ) : now >= new Date(dueAt) ? (
          <p className={classes.text}>
            {t('The time to send again is over. The advertiser decides on your first files.')}
          </p>
        ) : queued === undefined ? (
          <LoadingState />
        ) : (
          <ProofForm campaign={campaign} slot={slot} dueAt={dueAt} againFor={proof.id} />
        )}
      </div>
    </Panel>
  );
}
