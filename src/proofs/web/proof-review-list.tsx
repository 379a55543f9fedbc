import { Button } from '@mantine/core';
import { IconPhotoCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { useAllPages } from '#platform/web/paging.ts';
import { listProofs, type Proof, type ProofState } from '../contract.ts';
import { ProofReviewCard } from './proof-review-card.tsx';
import { type Decision, ProofDecision } from './proof-review-decision.tsx';
import { ProofRatings } from './slots.ts';
import classes from './proof-review.module.css';
import { useProofDecision } from './use-proof-decision.ts';

/** Counters and proofs, pending ones first; of one campaign or of all. */
export function ProofReviewList({ campaignId }: { campaignId?: string }) {
  const query = campaignId ? { campaignId } : {};
  const proofs = useAllPages(listProofs, { query }, { refetchOnMount: 'always' });
  const { decide, isPending } = useProofDecision();
  const [decision, setDecision] = useState<Decision | null>(null);

  if (!proofs.data) {
    return proofs.isError ? (
      <ErrorState
        error={proofs.error}
        title="The proofs could not be loaded"
        onRetry={() => void proofs.refetch()}
      />
    ) : (
      <LoadingState text="Loading proof submissions..." />
    );
  }
  if (proofs.data.length === 0) return <NoProofs hasWayBack={campaignId === undefined} />;
  const count = (state: ProofState) => proofs.data.filter(({ status }) => status === state).length;
  return (
    <>
      <StatTiles>
        <StatTile label="Pending" value={count('pending')} />
        <StatTile label="Approved" value={count('approved')} />
        <StatTile label="Rejected" value={count('rejected')} />
      </StatTiles>
      <ProofRatings {...(campaignId ? { campaignId } : {})} />
      <ul className={classes.cards}>
        {waitingFirst(proofs.data).map((proof) => (
          <li key={proof.id}>
            <ProofReviewCard
              proof={proof}
              isPending={isPending}
              onApprove={() => setDecision({ proof, status: 'approved' })}
              onReject={() => setDecision({ proof, status: 'rejected' })}
            />
          </li>
        ))}
      </ul>
      <ProofDecision
        decision={decision}
        onClose={() => setDecision(null)}
        onDecide={({ proof, status }, notes) => {
          setDecision(null);
          decide(proof, status, notes);
        }}
      />
    </>
  );
}

function NoProofs({ hasWayBack }: { hasWayBack: boolean }) {
  return (
    <EmptyState
      icon={<IconPhotoCheck />}
      title="No proof submissions yet"
      text="Proofs from your marketers appear here."
      action={
        hasWayBack ? (
          <Button component={Link} to="/advertiser" variant="default">
            Back to Dashboard
          </Button>
        ) : null
      }
    />
  );
}

/** Returns pending proofs sorted by auto-approval time, then decided ones, newest first. */
function waitingFirst(proofs: readonly Proof[]): Proof[] {
  const waiting = proofs.filter(({ status }) => status === 'pending');
  const decided = proofs.filter(({ status }) => status !== 'pending');
  return [...waiting.toSorted((one, other) => one.reviewDueAt.localeCompare(other.reviewDueAt)), ...decided];
}
