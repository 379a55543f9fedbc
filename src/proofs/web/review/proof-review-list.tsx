import { Button, Select, Tabs } from '@mantine/core';
import { IconPhotoCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import { useActiveTabInView } from '#platform/web/ui/use-active-tab-in-view.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { listProofs, type Proof, type ProofState } from '../../contract.ts';
import { AskAgain } from './ask-again.tsx';
import { BulkApproval } from './bulk-approval.tsx';
import { ProofReviewCard } from './proof-review-card.tsx';
import { type Decision, ProofDecision } from './proof-review-decision.tsx';
import { ReviewKeysHelp } from './review-keys-help.tsx';
import { isInView, listBulkApprovable, reviewViews } from './review-views.ts';
import { ProofRatings } from '../slots.ts';
import classes from './proof-review.module.css';
import { useProofDecision } from './use-proof-decision.ts';
import { useReviewKeys } from './use-review-keys.ts';

export function ProofReviewList({ campaignId }: { campaignId?: string }) {
  const query = campaignId ? { campaignId } : {};
  const proofs = useAllPages(listProofs, { query }, { refetchOnMount: 'always' });
  if (!proofs.data) {
    return proofs.isError ? (
      <ErrorState
        error={proofs.error}
        title={t('The proofs could not be loaded')}
        onRetry={() => void proofs.refetch()}
      />
    ) : (
      <LoadingState text={t('Loading proof submissions...')} />
    );
  }
  if (proofs.data.length === 0) return <NoProofs hasWayBack={campaignId === undefined} />;
  const count = (state: ProofState) => proofs.data.filter(({ status }) => status === state).length;
  return (
    <>
      <StatTiles isCompact>
        <StatTile label={t('Pending')} value={count('pending')} />
        <StatTile label={t('Approved')} value={count('approved')} />
        <StatTile label={t('Rejected')} value={count('rejected')} />
      </StatTiles>
      <ProofRatings {...(campaignId ? { campaignId } : {})} />
      <ReviewViews proofs={proofs.data} />
    </>
  );
}

/** `?show=` and `?of=` select the proofs. */
function ReviewViews({ proofs }: { proofs: readonly Proof[] }) {
  const [search, setSearch] = useSearchParams();
  const view = reviewViews.find(({ value }) => value === search.get('show'))?.value ?? 'all';
  const list = useActiveTabInView(view);
  const campaigns = new Map(proofs.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle]));
  const wanted = search.get('of') ?? '';
  const campaignId = campaigns.has(wanted) ? wanted : null;
  const inCampaign = proofs.filter((proof) => campaignId === null || proof.campaignId === campaignId);

  const select = (name: 'show' | 'of', value: string | null) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === null || value === 'all') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Tabs value={view} onChange={(value) => select('show', value)} keepMounted={false}>
      <div className={classes.views}>
        <Tabs.List aria-label={t('Proofs')} className={row.row ?? ''} ref={list}>
          {reviewViews
            .map((each) => ({
              ...each,
              count: inCampaign.filter((proof) => isInView(proof, each.value)).length,
            }))
            .filter(({ value, count }) => count > 0 || value === view || value === 'all')
            .map(({ value, label, count }) => (
              <Tabs.Tab value={value} key={value}>
                {t(label)} {count}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        {campaigns.size > 1 ? (
          <Select
            aria-label={t('Campaign')}
            placeholder={t('All campaigns')}
            clearable
            clearButtonProps={{ 'aria-label': t('All campaigns') }}
            data={[...campaigns].map(([value, label]) => ({ value, label }))}
            value={campaignId}
            onChange={(value) => select('of', value)}
          />
        ) : null}
      </div>
      <Tabs.Panel value={view}>
        <ReviewCards proofs={waitingFirst(inCampaign.filter((proof) => isInView(proof, view)))} />
      </Tabs.Panel>
    </Tabs>
  );
}

function ReviewCards({ proofs }: { proofs: readonly Proof[] }) {
  const { decide, isPending } = useProofDecision();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [asked, setAsked] = useState<Proof | null>(null);
  const [bulk, setBulk] = useState<readonly Proof[] | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const strong = listBulkApprovable(proofs);

  const ask = (id: string, status: Decision['status']) => {
    const proof = proofs.find((each) => each.id === id);
    const isAllowed = status === 'approved' ? proof?.can.approve : proof?.can.reject;
    if (proof && isAllowed && !isPending) setDecision({ proof, status });
  };
  useReviewKeys({
    list,
    ids: proofs.map(({ id }) => id),
    onApprove: (id) => ask(id, 'approved'),
    onReject: (id) => ask(id, 'rejected'),
    onAskAgain: (id) => setAsked(proofs.find((each) => each.id === id && each.can.askAgain) ?? null),
    onHelp: () => setIsHelpOpen(true),
  });

  return (
    <>
      <div className={classes.tools}>
        {strong.length > 1 ? (
          <Button variant="default" onClick={() => setBulk(strong)}>
            {t('Approve {count} strong proofs', { count: strong.length })}
          </Button>
        ) : null}
        {proofs.some(({ can }) => can.approve) ? (
          <Button
            className={classes.keysHint ?? ''}
            variant="subtle"
            size="compact-sm"
            onClick={() => setIsHelpOpen(true)}
          >
            {t('Keys: j and k move, a approves, r rejects, s asks')}
          </Button>
        ) : null}
      </div>
      {proofs.length === 0 ? (
        <EmptyState
          icon={<IconPhotoCheck />}
          title={t('No proofs here')}
          text={t('Choose another tab or campaign.')}
        />
      ) : null}
      <ul className={classes.cards} ref={list}>
        {proofs.map((proof) => (
          <li key={proof.id} tabIndex={-1}>
            <ProofReviewCard
              proof={proof}
              isPending={isPending}
              onApprove={() => setDecision({ proof, status: 'approved' })}
              onReject={() => setDecision({ proof, status: 'rejected' })}
              onAskAgain={() => setAsked(proof)}
            />
          </li>
        ))}
      </ul>
      <ProofDecision
        decision={decision}
        onClose={() => setDecision(null)}
        onDecide={({ proof }, body) => {
          setDecision(null);
          decide(proof, body);
        }}
      />
      <AskAgain proof={asked} onClose={() => setAsked(null)} />
      <BulkApproval proofs={bulk} onClose={() => setBulk(null)} />
      <ReviewKeysHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </>
  );
}

function NoProofs({ hasWayBack }: { hasWayBack: boolean }) {
  return (
    <EmptyState
      drawing="photo"
      title={t('No proof submissions yet')}
      text={t('Proofs from your marketers appear here.')}
      action={
        hasWayBack ? (
          <Button component={Link} to="/advertiser" variant="default">
            {t('Back to Dashboard')}
          </Button>
        ) : null
      }
    />
  );
}

/** Pending proofs by auto-approval time, then decided ones, newest first. */
function waitingFirst(proofs: readonly Proof[]): Proof[] {
  const waiting = proofs.filter(({ status }) => status === 'pending');
  const decided = proofs.filter(({ status }) => status !== 'pending');
  return [...waiting.toSorted((one, other) => one.reviewDueAt.localeCompare(other.reviewDueAt)), ...decided];
}
