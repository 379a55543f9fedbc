import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { getCurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { getVatPrefix } from '#kernel/countries/vat-id.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { type Billing, BillingForm, getBilling, saveBilling } from '../../billing-contract.ts';
import { CountrySelect } from '../country-select.tsx';

interface BillingModalProps {
  opened: boolean;
  onClose: () => void;
  onSaved: () => void;
}

export function BillingModal({ opened, onClose, onSaved }: BillingModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Invoice details')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <LoadedForm onClose={onClose} onSaved={onSaved} />
    </Modal>
  );
}

function LoadedForm(props: Omit<BillingModalProps, 'opened'>) {
  const { data, error, refetch } = useEndpoint(getBilling, undefined, { refetchOnMount: 'always' });
  if (data) return <Form billing={data} {...props} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}

interface Values {
  businessName: string;
  businessAddress: string;
  country: string | null;
  vatId: string;
  taxNumber: string;
  hasNoVatId: boolean;
}

function Form({ billing, onClose, onSaved }: Omit<BillingModalProps, 'opened'> & { billing: Billing }) {
  const form = useForm<Values>({
    initialValues: {
      businessName: billing.businessName,
      businessAddress: billing.businessAddress,
      country: billing.country,
      vatId: billing.vatId ?? '',
      taxNumber: billing.taxNumber ?? '',
      hasNoVatId: billing.country !== null && billing.vatId === null,
    },
    validate: (values) => ({ ...checkForm(toBody(values)), ...checkVatId(values) }),
  });
  const save = useCallMutation(saveBilling, {
    invalidates: [getBilling, getCurrentUser],
    onSuccess: onSaved,
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      showErrorToast(error, t('Failed to save your invoice details. Please try again.'));
    },
  });
  const prefix = getVatPrefix(form.values.country ?? '');
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          if (!save.isPending) save.mutate({ body: BillingForm.parse(toBody(values)) });
        },
        (errors) => showInvalidFields(form, errors),
      )}
    >
      <Stack gap="md">
        <TextInput
          label={t('Business name')}
          description={t('This is also the public name that marketers see.')}
          required
          autoComplete="organization"
          data-autofocus
          {...form.getInputProps('businessName')}
        />
        <TextInput
          label={t('Business address')}
          description={t('Street, postal code and city')}
          required
          autoComplete="street-address"
          {...form.getInputProps('businessAddress')}
        />
        <CountrySelect {...form.getInputProps('country')} />
        {form.values.country === null ? null : prefix === null ? (
          <TextInput
            label={t('Business tax number')}
            description={t('Optional, such as an EIN. It shows on invoices that you’re a business.')}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('taxNumber')}
          />
        ) : (
          <>
            <TextInput
              label={t('VAT ID')}
              description={t('Begins with {prefix}', { prefix })}
              required={!form.values.hasNoVatId}
              disabled={form.values.hasNoVatId}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...form.getInputProps('vatId')}
            />
            <Checkbox
              label={t('This business has no VAT ID')}
              {...form.getInputProps('hasNoVatId', { type: 'checkbox' })}
            />
          </>
        )}
        <Text size="sm" c="dimmed">
          {t('The platform fee includes any VAT. Invoices that you already have stay as they are.')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function toBody({ hasNoVatId, vatId, taxNumber, country, ...texts }: Values) {
  const isInEu = getVatPrefix(country ?? '') !== null;
  return {
    ...texts,
    country: country ?? '',
    vatId: isInEu && !hasNoVatId && vatId.trim() !== '' ? vatId : null,
    taxNumber: isInEu || taxNumber.trim() === '' ? null : taxNumber,
  };
}

function checkVatId({ country, vatId, hasNoVatId }: Values): Record<string, string> {
  const isMissing = getVatPrefix(country ?? '') !== null && !hasNoVatId && vatId.trim() === '';
  return isMissing ? { vatId: t('Enter the VAT ID, or say that there is none') } : {};
}

// The resolver's own type allows any React node, but the schema produces only strings.
const checkForm = schemaResolver(BillingForm, { sync: true }) as (values: object) => Record<string, string>;
