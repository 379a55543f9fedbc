import { Button, Progress, Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { usePublicConfig } from '#platform/web/use-public-config.ts';
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
import { businessTypeOptions, countryOptions, idTypeOptions } from './kyc-labels.ts';
import { toPersonFacts } from './record-facts.ts';
import { RecordFacts } from './submitted-record.tsx';

type Form = UseFormReturnType<KycValues>;

/** The identity check form with its documents, shown only while the user can submit it. */
export function KycFormCard({ status, user }: { status: KycStatus; user: CurrentUser }) {
  const clock = useClock();
  const isBusiness = user.userType === 'advertiser';
  const form = useForm<KycValues>({
    initialValues: initialValues(status, user),
    validate: (values) => validateKyc(values, { isBusiness, now: clock.now() }),
  });
  const submit = useCallMutation(submitKyc, {
    invalidates: [getKycStatus, getCurrentUser],
    onSuccess: ({ message }) => showToast({ title: 'KYC Updated', message, tone: 'success' }),
    onError: (error) => {
      showFieldErrors(form, error);
      showToast({
        title: 'Error',
        message: getErrorText(error, 'Failed to update KYC information.'),
        tone: 'error',
      });
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
      <FormSection title="Documents">
        <DocumentField
          label="ID document"
          description="A photo or scan of the ID named above. Image or PDF, up to 10 MB."
          required
          {...fileProps(form, 'idDocument')}
        />
        <DocumentField
          label="Proof of address"
          description="A bill or statement with your name and address. Image or PDF, up to 10 MB."
          required
          {...fileProps(form, 'proofOfAddress')}
        />
        {isBusiness ? (
          <DocumentField
            label="Business license"
            description="If you have one. Image or PDF, up to 10 MB."
            {...fileProps(form, 'businessLicense')}
          />
        ) : null}
        <p className={classes.note}>Your documents are encrypted. Only our reviewers can open them.</p>
      </FormSection>
      {submit.isPending ? <Sending files={Object.values(submit.variables.files ?? {})} /> : null}
      <Button type="submit" size="lg" loading={submit.isPending}>
        Submit for Review
      </Button>
    </form>
  );
}

/** Shows no percentage, because the form is one request and its progress is unknown. */
function Sending({ files }: { files: readonly (File | null | undefined)[] }) {
  const bytes = files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  return (
    <output className={classes.sending}>
      Uploading your documents ({formatFileSize(bytes)}). Keep this page open.
      <Progress value={100} animated size="sm" aria-label="Uploading your documents" />
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
      <FormSection title="About you">
        <RecordFacts facts={toPersonFacts(form.values)} />
        <Button variant="default" className={classes.change} onClick={() => setIsChanging(true)}>
          Change
        </Button>
      </FormSection>
    );
  }
  return (
    <FormSection title="About you">
      <FieldColumns>
        <TextInput
          label="First name"
          required
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last name"
          required
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
        <TextInput
          label="Date of birth"
          type="date"
          required
          autoComplete="bday"
          {...form.getInputProps('dateOfBirth')}
        />
        <TextInput
          label="Phone number"
          type="tel"
          required
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
        />
      </FieldColumns>
      <TextInput label="Address" required autoComplete="street-address" {...form.getInputProps('address')} />
      <FieldColumns>
        <TextInput label="City" required autoComplete="address-level2" {...form.getInputProps('city')} />
        <TextInput label="State" required autoComplete="address-level1" {...form.getInputProps('state')} />
        <TextInput label="ZIP code" required autoComplete="postal-code" {...form.getInputProps('zipCode')} />
        <Select
          label="Country"
          required
          data={countryOptions}
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
    ? `Required for payments over $${config.taxThresholdDollars.toLocaleString('en-US')}/year`
    : undefined;
  return (
    <FormSection title="Identity and tax">
      <FieldColumns>
        <Select
          label="ID type"
          required
          data={idTypeOptions}
          allowDeselect={false}
          {...form.getInputProps('idType')}
        />
        <TextInput
          label="ID number"
          required
          autoComplete="off"
          description={formatLastSubmitted(status.governmentId)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('governmentId')}
        />
        <TextInput
          label="Tax ID"
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
    <FormSection title="Your business">
      <FieldColumns>
        <TextInput
          label="Business name"
          required
          autoComplete="organization"
          {...form.getInputProps('businessName')}
        />
        <Select
          label="Business type"
          required
          data={businessTypeOptions}
          allowDeselect={false}
          {...form.getInputProps('businessType')}
        />
        <TextInput label="Business address" required {...form.getInputProps('businessAddress')} />
        <TextInput
          label="Business tax ID"
          required
          autoComplete="off"
          description={formatLastSubmitted(status.businessTaxId)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('businessTaxId')}
        />
      </FieldColumns>
      <Textarea
        label="Business description"
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
  return masked ? `Last submitted: ${masked}. Enter it again` : undefined;
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
