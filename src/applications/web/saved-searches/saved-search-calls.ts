import { t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from '../../saved-search-contract.ts';

const invalidates = [listSavedSearches];

export function useSavedSearches() {
  return useEndpoint(listSavedSearches, undefined, { refetchOnMount: 'always' });
}

export function useSaveSearch() {
  return useCallMutation(saveSearch, {
    invalidates,
    onSuccess: ({ name, isAlerting }) =>
      showToast({
        title: t('Search saved'),
        message: isAlerting
          ? t('We’ll notify you about new matches for “{name}”.', { name })
          : t('“{name}” is in your saved searches.', { name }),
        tone: 'success',
      }),
  });
}

export function useChangeSavedSearch() {
  return useCallMutation(changeSavedSearch, { invalidates, onError: showFailure });
}

export function useDeleteSavedSearch() {
  return useCallMutation(deleteSavedSearch, { invalidates, onError: showFailure });
}

function showFailure(error: unknown) {
  showErrorToast(error, t('Failed to update the saved search. Please try again.'));
}
