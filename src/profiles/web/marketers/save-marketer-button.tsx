import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { getQueryKey, useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import {
  listMarketers,
  listSavedMarketers,
  removeSavedMarketer,
  saveMarketer,
} from '../../marketers-contract.ts';

interface SaveMarketerButtonProps {
  /** The id of the entry in the marketer list. */
  id: string;
  name: string;
  businessId: string;
}

export function SaveMarketerButton({ id, name, businessId }: SaveMarketerButtonProps) {
  const client = useQueryClient();
  const saved = useEndpoint(listSavedMarketers, { query: { businessId } });
  const options = {
    invalidates: [listSavedMarketers],
    // The list keeps its rows, so that a removed marketer can be saved again. It is loaded again later.
    onSuccess: () => client.invalidateQueries({ queryKey: getQueryKey(listMarketers), refetchType: 'none' }),
  };
  const showFailure = (title: string) => (error: CallError) =>
    showErrorToast(error, t('Please try again.'), title);
  const save = useCallMutation(saveMarketer, { ...options, onError: showFailure(t('Not saved')) });
  const remove = useCallMutation(removeSavedMarketer, { ...options, onError: showFailure(t('Not removed')) });
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
      aria-label={isSaved ? t('Saved: {name}', { name }) : t('Save {name}', { name })}
      aria-pressed={isSaved}
      // It keeps the focus, which browsers take from a disabled button.
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) (isSaved ? remove : save).mutate({ params: { id }, query: { businessId } });
      }}
    >
      {isSaved ? t('Saved') : t('Save')}
    </Button>
  );
}
