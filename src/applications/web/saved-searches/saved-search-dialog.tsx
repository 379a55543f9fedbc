import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { MAX_SEARCH_NAME_LENGTH, type SavedFilters } from '../../saved-search-contract.ts';
import { useSaveSearch } from './saved-search-calls.ts';
import { describeSearch } from './saved-search-format.ts';

interface SavedSearchDialogProps {
  filters: SavedFilters;
  isOpen: boolean;
  onClose: () => void;
}

export function SavedSearchDialog({ filters, isOpen, onClose }: SavedSearchDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('Save this search')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <NameForm filters={filters} onDone={onClose} />
    </Modal>
  );
}

function NameForm({ filters, onDone }: { filters: SavedFilters; onDone: () => void }) {
  const form = useForm({
    initialValues: {
      name: describeSearch(filters).slice(0, MAX_SEARCH_NAME_LENGTH),
      isAlerting: true,
    },
    validate: { name: (name) => (name.trim() === '' ? t('Enter a name') : null) },
  });
  const saving = useSaveSearch();
  const save = ({ name, isAlerting }: typeof form.values) => {
    if (saving.isPending) return;
    saving.mutate(
      { body: { name: name.trim(), filters, isAlerting } },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (showFieldErrors(form, error)) return;
          form.setFieldError('name', getErrorText(error, 'Failed to save the search. Please try again.'));
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={form.onSubmit(save, (errors) => showInvalidFields(form, errors))}>
      <Stack>
        <Text size="sm">{describeSearch(filters)}</Text>
        <TextInput
          label={t('Name')}
          data-autofocus
          maxLength={MAX_SEARCH_NAME_LENGTH}
          {...form.getInputProps('name')}
        />
        <Switch
          label={t('Notify me about new matches')}
          description={t('In-app right away, by email at most once a day.')}
          {...form.getInputProps('isAlerting', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
