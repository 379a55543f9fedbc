import { SegmentedControl } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { listKyc } from '../contract.ts';
import { KycReviewCard } from './kyc-review-card.tsx';
import classes from './kyc-review-queue.module.css';

const views = [
  { value: 'pending', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;
type View = (typeof views)[number]['value'];

/** Verifications for an administrator, those that wait longest first. */
export function KycReviewQueue() {
  const [view, setView] = useState<View>('pending');
  return (
    <div className={classes.queue}>
      <SegmentedControl
        aria-label="Verifications"
        radius="xl"
        w="fit-content"
        data={[...views]}
        value={view}
        // The control knows its options only as strings; they are the three above.
        onChange={(chosen) => setView(chosen as View)}
      />
      <Verifications view={view} />
    </div>
  );
}

function Verifications({ view }: { view: View }) {
  const { data, error, refetch } = useEndpoint(
    listKyc,
    { query: { status: view } },
    { refetchOnMount: 'always' },
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconShieldCheck />}
        title={view === 'pending' ? 'No verifications are waiting' : `No verifications are ${view}`}
        text={view === 'pending' ? 'New ones appear here as soon as they are handed in.' : undefined}
      />
    );
  }
  return data.map((entry) => <KycReviewCard entry={entry} key={entry.userId} />);
}
