import { Button, Stack } from '@mantine/core';
import { IconArrowLeft, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { usePages } from '#platform/web/paging.ts';
import { useEndedMutationCount, useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { ReviewQueue, type ReviewView } from '#platform/web/ui/layout/review-queue.tsx';
import { useFocusAfterEachCall } from '#platform/web/ui/use-focus-after.ts';
import { decideKyc, listKyc } from '../contract.ts';
import { KycReviewCard } from './kyc-review-card.tsx';

/** `?user=` shows only that user's check. */
export function KycReviewQueue() {
  const [view, setView] = useState<ReviewView>('pending');
  const [search, setSearch] = useSearchParams();
  const userId = search.get('user');
  if (userId !== null) {
    const close = () => {
      search.delete('user');
      setSearch(search, { preventScrollReset: true });
    };
    return <SingleUser userId={userId} onClose={close} />;
  }
  return (
    <ReviewQueue label={t('Identity checks')} decision={decideKyc} view={view} onView={setView}>
      <IdentityChecks view={view} />
    </ReviewQueue>
  );
}

function IdentityChecks({ view }: { view: ReviewView }) {
  const pages = usePages(listKyc, { query: { status: view, limit: 10 } });
  return (
    <PagedRows
      of={pages}
      rows={pages.data}
      empty={
        <EmptyState
          icon={<IconShieldCheck />}
          title={t(
            '{view, select, pending {No identity checks to review} approved {No approved identity checks} other {No rejected identity checks}}',
            { view },
          )}
          text={view === 'pending' ? t('New submissions appear here.') : undefined}
        />
      }
    >
      {(entries) => entries.map((entry) => <KycReviewCard entry={entry} key={entry.userId} />)}
    </PagedRows>
  );
}

function SingleUser({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(listKyc, { query: { userId } }, { refetchOnMount: 'always' });
  const place = useFocusAfterEachCall<HTMLDivElement>(useEndedMutationCount(decideKyc));
  return (
    <Stack gap="md" ref={place} tabIndex={-1}>
      <Button
        variant="default"
        size="sm"
        w="fit-content"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onClose}
      >
        {t('All identity checks')}
      </Button>
      {data ? (
        data.map((entry) => <KycReviewCard entry={entry} key={entry.userId} />)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      {data?.length === 0 ? (
        <EmptyState icon={<IconShieldCheck />} title={t('This user hasn’t submitted an identity check')} />
      ) : null}
    </Stack>
  );
}
