import { Button, Group, Modal, Switch, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { MAX_SEARCH_NAME_LENGTH, type SavedSearch } from '../../saved-search-contract.ts';
import classes from '../marketplace/marketplace.module.css';
import { useChangeSavedSearch, useDeleteSavedSearch, type useSavedSearches } from './saved-search-calls.ts';
import { toSearchUrl, describeSearch } from './saved-search-format.ts';

interface SavedSearchListProps {
  searches: ReturnType<typeof useSavedSearches>;
  isOpen: boolean;
  onClose: () => void;
}

export function SavedSearchList({ searches, isOpen, onClose }: SavedSearchListProps) {
  const { data, error, refetch } = searches;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('Saved searches')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {data && data.length > 0 ? (
        <ul className={classes.searches}>
          {data.map((search) => (
            <SearchRow key={search.id} search={search} onRun={onClose} />
          ))}
        </ul>
      ) : data ? (
        <EmptyState
          icon={<IconBookmark />}
          title={t('No saved searches yet')}
          text={t('Choose filters, then save the search to get alerts about new matches.')}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState text={t('Loading saved searches...')} />
      )}
    </Modal>
  );
}

type Act = 'renaming' | 'deleting' | null;

/** Focuses an element when it appears, so that keyboard users stay in place. */
function focusElement(element: HTMLElement | null) {
  element?.focus();
}

function SearchRow({ search, onRun }: { search: SavedSearch; onRun: () => void }) {
  const [act, setAct] = useState<Act>(null);
  /** Focus returns to its button. */
  const [done, setDone] = useState<Act>(null);
  const finish = () => {
    setDone(act);
    setAct(null);
  };
  const changing = useChangeSavedSearch();
  const pendingValue = changing.isPending ? changing.variables.body?.isAlerting : undefined;
  return (
    <li className={classes.searchRow}>
      {act === 'renaming' ? (
        <RenameForm search={search} onDone={finish} />
      ) : act === 'deleting' ? (
        <DeleteQuestion search={search} onDone={finish} />
      ) : (
        <>
          <div className={classes.searchWords}>
            <Link to={toSearchUrl(search.filters)} onClick={onRun}>
              {search.name}
            </Link>
            <p>{describeSearch(search.filters)}</p>
          </div>
          <Group gap="xs">
            <Switch
              label={t('Alerts')}
              aria-label={t('Alerts for {name}', { name: search.name })}
              checked={pendingValue ?? search.isAlerting}
              onChange={(event) => {
                // Ignore clicks instead of disabling the switch, which would lose keyboard focus.
                if (changing.isPending) return;
                changing.mutate({
                  params: { id: search.id },
                  body: { isAlerting: event.currentTarget.checked },
                });
              }}
            />
            <Button
              size="xs"
              variant="default"
              ref={done === 'renaming' ? focusElement : undefined}
              aria-label={t('Rename {name}', { name: search.name })}
              onClick={() => setAct('renaming')}
            >
              {t('Rename')}
            </Button>
            <Button
              size="xs"
              variant="danger"
              ref={done === 'deleting' ? focusElement : undefined}
              aria-label={t('Delete {name}', { name: search.name })}
              onClick={() => setAct('deleting')}
            >
              {t('Delete')}
            </Button>
          </Group>
        </>
      )}
    </li>
  );
}

function RenameForm({ search, onDone }: { search: SavedSearch; onDone: () => void }) {
  const [name, setName] = useState(search.name);
  const renaming = useChangeSavedSearch();
  return (
    <form
      className={classes.searchWords}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '' || renaming.isPending) return;
        renaming.mutate({ params: { id: search.id }, body: { name: name.trim() } }, { onSuccess: onDone });
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('New name for {name}', { name: search.name })}
          ref={focusElement}
          value={name}
          maxLength={MAX_SEARCH_NAME_LENGTH}
          error={name.trim() === '' ? t('Enter a name') : renaming.error?.text}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="sm" type="submit" loading={renaming.isPending}>
          {t('Rename')}
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </Group>
    </form>
  );
}

function DeleteQuestion({ search, onDone }: { search: SavedSearch; onDone: () => void }) {
  const deleting = useDeleteSavedSearch();
  return (
    <>
      <p className={classes.searchWords} role="alert">
        {t('Delete “{name}” and its alerts?', { name: search.name })}
      </p>
      <Group gap="xs">
        <Button
          size="xs"
          color="red"
          ref={focusElement}
          loading={deleting.isPending}
          onClick={() => deleting.mutate({ params: { id: search.id } }, { onSettled: onDone })}
        >
          {t('Delete')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('Keep')}
        </Button>
      </Group>
    </>
  );
}
