import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { Proof } from '../contract.ts';
import { AmendmentRequest } from './amendment-facts.tsx';
import { toAgainSlot } from './draft/draft-database.ts';
import { useQueuedProofs } from './draft/queued-proofs.ts';
import { QueuedProof } from './draft/queued-proof.tsx';
import { ProofForm } from './proof-form.tsx';
import classes from './submit-proof.module.css';

/** Shows the marketer what the advertiser asks for, and the form to send it. */
export function SendAgain({ campaign, proof }: { campaign: Campaign; proof: Proof }) {
  const now = useNow(15_000);
  const accountId = useCurrentUser().user?.id;
  const { queued } = useQueuedProofs();
  const { amendment } = proof;
  if (!amendment) return null;
  const { dueAt } = amendment;
  const isSocial = campaign.campaignType === 'social';
  const slot = toAgainSlot(campaign.id, proof.id);
  const waiting = queued?.find((draft) => draft.slot === slot && draft.accountId === accountId);
  return (
    <Panel title="Please send again">
      <div className={classes.stack}>
        <p className={classes.text}>
          The advertiser asks once for {isSocial ? 'a better post or screenshots' : 'better files'}. Send them
          by {formatZonedTime(dueAt, campaign.timeZone)}. Your proof isn’t rejected.
        </p>
        <AmendmentRequest amendment={amendment} />
        {waiting ? (
          <QueuedProof draft={waiting} />
        ) : now >= new Date(dueAt) ? (
          <p className={classes.text}>
            The time to send again is over. The advertiser decides on your first files.
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
