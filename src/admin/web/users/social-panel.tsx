import { IconAt } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { usePages } from '#platform/web/paging.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { ReviewQueue, type ReviewView } from '#platform/web/ui/layout/review-queue.tsx';
import { decideSocialAccount, listSocialChecks } from '#profiles/social-contract.ts';
import { SocialCheckCard } from './social-check-card.tsx';

export function SocialPanel() {
  const [view, setView] = useState<ReviewView>('pending');
  return (
    <ReviewQueue
      label={t('Social media accounts')}
      decision={decideSocialAccount}
      view={view}
      onView={setView}
    >
      <Checks view={view} />
    </ReviewQueue>
  );
}

function Checks({ view }: { view: ReviewView }) {
  const pages = usePages(listSocialChecks, { query: { status: view, limit: 10 } });
  return (
    <PagedRows
      of={pages}
      rows={pages.data}
      empty={
        <EmptyState
          icon={<IconAt />}
          title={t(
            '{view, select, pending {No accounts to review} approved {No approved accounts} other {No rejected accounts}}',
            { view },
          )}
          text={view === 'pending' ? t('New submissions appear here.') : undefined}
        />
      }
    >
      {(checks) =>
        checks.map((check) => <SocialCheckCard check={check} key={`${check.id}${check.submittedAt}`} />)
      }
    </PagedRows>
  );
}
