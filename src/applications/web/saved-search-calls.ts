import { textOf } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from '../saved-search-contract.ts';

const invalidates = [listSavedSearches];

export function useSavedSearches() {
  return useEndpoint(listSavedSearches, undefined, { refetchOnMount: 'always' });
}

export function useSaveSearch() {
  return useCallMutation(saveSearch, {
    invalidates,
    onSuccess: ({ name, isAlerting }) =>
      showToast({
        title: 'Search Saved',
        message: isAlerting ? `We tell you of new campaigns for “${name}”.` : `“${name}” is kept.`,
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
  showToast({
    title: 'Error',
    message: textOf(error, 'The saved search could not be changed. Please try again.'),
    tone: 'error',
  });
}
