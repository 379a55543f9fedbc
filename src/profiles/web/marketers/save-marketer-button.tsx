import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { getQueryKey, useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import {
  listMarketers,
  listSavedMarketers,
  removeSavedMarketer,
  saveMarketer,
} from '../../marketers-contract.ts';

/** Saves a marketer for the caller's business, or removes them. `id` is the entry's. */
export function SaveMarketerButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const saved = useEndpoint(listSavedMarketers);
  const options = {
    invalidates: [listSavedMarketers],
    // The list keeps its rows, so that a removed marketer can be saved again. It is loaded again later.
    onSuccess: () => client.invalidateQueries({ queryKey: getQueryKey(listMarketers), refetchType: 'none' }),
    onError: (error: CallError) =>
      showToast({
        title: 'Not saved',
        message: getErrorText(error, 'Please try again.'),
        tone: 'error',
      }),
  };
  const save = useCallMutation(saveMarketer, options);
  const remove = useCallMutation(removeSavedMarketer, options);
  // Saving is idempotent, so the button also works if the list could not be loaded.
  const isSaved = saved.data?.includes(id) ?? false;
  const isPending = save.isPending || remove.isPending;
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={
        isSaved ? <IconBookmarkFilled size={18} aria-hidden /> : <IconBookmark size={18} aria-hidden />
      }
      aria-label={isSaved ? `Saved: ${name}` : `Save ${name}`}
      aria-pressed={isSaved}
      // It keeps the focus, which browsers take from a disabled button.
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) (isSaved ? remove : save).mutate({ params: { id } });
      }}
    >
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}
