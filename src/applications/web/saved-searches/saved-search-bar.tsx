import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { hasFilters } from '../marketplace/marketplace-filters.ts';
import classes from '../marketplace/marketplace.module.css';
import { useSavedSearches } from './saved-search-calls.ts';
import { SavedSearchDialog } from './saved-search-dialog.tsx';
import { SavedSearchList } from './saved-search-list.tsx';
import { toSearchUrl, toSavedFilters } from './saved-search-format.ts';
import type { Marketplace } from '../marketplace/use-marketplace.ts';

export function SavedSearchBar({ marketplace }: { marketplace: Marketplace }) {
  const [shown, setShown] = useState<'saving' | 'list' | null>(null);
  const searches = useSavedSearches();
  useNamedSearch(searches.data);
  const number = searches.data?.length ?? 0;
  const isEmpty = !hasFilters(marketplace.filters);
  const reason = useId();
  return (
    <div className={classes.saved}>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconBookmarkPlus size={18} aria-hidden />}
        // aria-disabled keeps the button focusable, so that keyboard users can read why it is disabled.
        aria-disabled={isEmpty}
        data-disabled={isEmpty || undefined}
        aria-describedby={isEmpty ? reason : undefined}
        onClick={() => {
          if (!isEmpty) setShown('saving');
        }}
      >
        {t('Save this search')}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconBookmark size={18} aria-hidden />}
        onClick={() => setShown('list')}
      >
        {t('Saved searches ({count})', { count: number })}
      </Button>
      {isEmpty ? (
        <p className={classes.reason} id={reason}>
          {t('Choose a filter to save this search.')}
        </p>
      ) : null}
      <SavedSearchDialog
        filters={toSavedFilters(marketplace.filters)}
        isOpen={shown === 'saving'}
        onClose={() => setShown(null)}
      />
      <SavedSearchList searches={searches} isOpen={shown === 'list'} onClose={() => setShown(null)} />
    </div>
  );
}

/** Alert emails link to ?search=<id>. */
function useNamedSearch(searches: ReturnType<typeof useSavedSearches>['data']) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = search.get('search');
  const lead = useEffectEvent(() => {
    const named = searches?.find((one) => one.id === id);
    void navigate(named ? toSearchUrl(named.filters) : '/marketplace', { replace: true });
  });
  const isReady = id !== null && searches !== undefined;
  useEffect(() => {
    if (isReady) lead();
  }, [isReady]);
}
