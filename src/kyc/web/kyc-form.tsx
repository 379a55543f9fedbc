import { Button, Progress, Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { FieldColumns, FormSection } from '#profiles/web/form-section.tsx';
import { getKycStatus, type KycStatus, submitKyc } from '../contract.ts';
import { DocumentField, formatFileSize } from './document-field.tsx';
import classes from './kyc-form.module.css';
import {
  hasPersonErrors,
  initialValues,
  validateDocument,
  validateKyc,
  type KycValues,
  toSubmission,
} from './kyc-form-values.ts';
import { listBusinessTypes, listCountries, listIdTypes } from './kyc-labels.ts';
import { formatThreshold } from './legal-requirements.tsx';
import { toPersonFacts } from './record-facts.ts';
import { RecordFacts } from './submitted-record.tsx';

type Form = UseFormReturnType<KycValues>;

export function KycFormCard({ status, user }: { status: KycStatus; user: CurrentUser }) {
  const clock = useClock();
  const isBusiness = user.userType === 'advertiser';
  const form = useForm<KycValues>({
    initialValues: initialValues(status, user),
    validate: (values) => validateKyc(values, { isBusiness, now: clock.now() }),
  });
  const submit = useCallMutation(submitKyc, {
    invalidates: [getKycStatus, getCurrentUser],
    onSuccess: ({ message }) => showToast({ title: t('KYC Updated'), message, tone: 'success' }),
    onError: (error) => {
      showFieldErrors(form, error);
      showErrorToast(error, t('Failed to update KYC information.'));
    },
  });
  const send = (values: KycValues) => {
    if (!submit.isPending) submit.mutate(toSubmission(values, isBusiness));
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(send, (errors) => showInvalidFields(form, errors))}
    >
      <PersonFields form={form} isToFix={status.kycStatus === 'rejected'} />
      <IdentityFields form={form} status={status} />
      {isBusiness ? <BusinessFields form={form} status={status} /> : null}
      <FormSection title={t('Documents')}>
        <DocumentField
          label={t('ID document')}
          description={t('A photo or scan of the ID named above. Image or PDF, up to 10 MB.')}
          required
          {...fileProps(form, 'idDocument')}
        />
        <DocumentField
          label={t('Proof of address')}
          description={t('A bill or statement with your name and address. Image or PDF, up to 10 MB.')}
          required
          {...fileProps(form, 'proofOfAddress')}
        />
        {isBusiness ? (
          <DocumentField
            label={t('Business license')}
            description={t('If you have one. Image or PDF, up to 10 MB.')}
            {...fileProps(form, 'businessLicense')}
          />
        ) : null}
        <p className={classes.note}>{t('Your documents are encrypted. Only our reviewers can open them.')}</p>
      </FormSection>
      {submit.isPending ? <Sending files={Object.values(submit.variables.files ?? {})} /> : null}
      <Button type="submit" size="lg" loading={submit.isPending}>
        {t('Submit for review')}
      </Button>
    </form>
  );
}

/** Shows no percentage, because the form is one request and its progress is unknown. */
function Sending({ files }: { files: readonly (File | null | undefined)[] }) {
  const bytes = files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  return (
    <output className={classes.sending}>
      {t('Uploading your documents ({size}). Keep this page open.', { size: formatFileSize(bytes) })}
      <Progress value={100} animated size="sm" aria-label={t('Uploading your documents')} />
    </output>
  );
}

/** Shows what the profile knows. The fields appear if something is missing or refused, or the user changes it. */
function PersonFields({ form, isToFix }: { form: Form; isToFix: boolean }) {
  const clock = useClock();
  const [isOpen, setIsOpen] = useState(
    () => isToFix || hasPersonErrors(validateKyc(form.values, { isBusiness: false, now: clock.now() })),
  );
  const [isChanging, setIsChanging] = useState(false);
  const focusFirst = useEffectEvent(() => form.getInputNode('firstName')?.focus());
  useEffect(() => {
    if (isChanging) focusFirst();
  }, [isChanging]);
  if (!isOpen && (isChanging || hasPersonErrors(form.errors))) setIsOpen(true);
  if (!isOpen) {
    return (
      <FormSection title={t('About you')}>
        <RecordFacts facts={toPersonFacts(form.values)} />
        <Button variant="default" className={classes.change} onClick={() => setIsChanging(true)}>
          {t('Change')}
        </Button>
      </FormSection>
    );
  }
  return (
    <FormSection title={t('About you')}>
      <FieldColumns>
        <TextInput
          label={t('First name')}
          required
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={t('Last name')}
          required
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
        <TextInput
          label={t('Date of birth')}
          type="date"
          required
          autoComplete="bday"
          {...form.getInputProps('dateOfBirth')}
        />
        <TextInput
          label={t('Phone number')}
          type="tel"
          required
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
        />
      </FieldColumns>
      <TextInput
        label={t('Address')}
        required
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <FieldColumns>
        <TextInput label={t('City')} required autoComplete="address-level2" {...form.getInputProps('city')} />
        <TextInput
          label={t('State')}
          required
          autoComplete="address-level1"
          {...form.getInputProps('state')}
        />
        <TextInput
          label={t('ZIP code')}
          required
          autoComplete="postal-code"
          {...form.getInputProps('zipCode')}
        />
        <Select
          label={t('Country')}
          required
          data={listCountries()}
          allowDeselect={false}
          {...form.getInputProps('country')}
        />
      </FieldColumns>
    </FormSection>
  );
}

function IdentityFields({ form, status }: { form: Form; status: KycStatus }) {
  const config = usePublicConfig();
  const threshold = config
    ? t('Required for payments over {amount}/year', { amount: formatThreshold(config) })
    : undefined;
  return (
    <FormSection title={t('Identity and tax')}>
      <FieldColumns>
        <Select
          label={t('ID type')}
          required
          data={listIdTypes()}
          allowDeselect={false}
          {...form.getInputProps('idType')}
        />
        <TextInput
          label={t('ID number')}
          required
          autoComplete="off"
          description={formatLastSubmitted(status.governmentId)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('governmentId')}
        />
        <TextInput
          label={t('Tax ID')}
          required
          autoComplete="off"
          description={[threshold, formatLastSubmitted(status.taxId)].filter(Boolean).join('. ')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('taxId')}
        />
      </FieldColumns>
    </FormSection>
  );
}

function BusinessFields({ form, status }: { form: Form; status: KycStatus }) {
  return (
    <FormSection title={t('Your business')}>
      <FieldColumns>
        <TextInput
          label={t('Business name')}
          required
          autoComplete="organization"
          {...form.getInputProps('businessName')}
        />
        <Select
          label={t('Business type')}
          required
          data={listBusinessTypes()}
          allowDeselect={false}
          {...form.getInputProps('businessType')}
        />
        <TextInput label={t('Business address')} required {...form.getInputProps('businessAddress')} />
        <TextInput
          label={t('Business tax ID')}
          required
          autoComplete="off"
          description={formatLastSubmitted(status.businessTaxId)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('businessTaxId')}
        />
      </FieldColumns>
      <Textarea
        label={t('Business description')}
        required
        rows={4}
        maxLength={2000}
        {...form.getInputProps('businessDescription')}
      />
    </FormSection>
  );
}

/** The server returns numbers masked, so the user must enter them again. */
function formatLastSubmitted(masked: string | null): string | undefined {
  return masked ? t('Last submitted: {masked}. Enter it again', { masked }) : undefined;
}

function fileProps(form: Form, kind: 'idDocument' | 'proofOfAddress' | 'businessLicense') {
  return {
    value: form.values[kind],
    error: form.errors[kind],
    path: kind,
    onChange: (file: File | null) => {
      const problem = file && validateDocument(file);
      form.setFieldValue(kind, problem ? null : file);
      form.setFieldError(kind, problem);
    },
  };
}
