import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { CountrySelect } from './country-select.tsx';
import { FieldColumns, FormSection } from './form-section.tsx';
import { LocationVerification } from './consents/location-verification.tsx';
import { formatPaymentDestination } from './format-payment-destination.ts';
import { PictureField } from './picture-field.tsx';
import {
  clothingSizeOptions,
  hasUnsavedPosition,
  listCategories,
  listGenders,
  type ProfileValues,
} from './profile-form-values.ts';
import { WalletConnection } from './slots.ts';

export type ProfileFormApi = UseFormReturnType<ProfileValues>;

interface SectionProps {
  form: ProfileFormApi;
}

export function BasicFields({
  form,
  email,
  isMarketer,
}: SectionProps & { email: string; isMarketer: boolean }) {
  return (
    <FormSection title={t('Basic information')}>
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
          label={t('Email')}
          value={email}
          readOnly
          variant="filled"
          description={t('You sign in with this email. It can’t be changed here.')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TextInput
          label={t('Phone number')}
          type="tel"
          required
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
        />
        <TextInput
          label={t('Date of birth')}
          type="date"
          required
          autoComplete="bday"
          {...form.getInputProps('dateOfBirth')}
        />
        <Select
          label={t('Gender')}
          placeholder={t('Not set')}
          data={listGenders()}
          clearable
          {...form.getInputProps('gender')}
        />
        {isMarketer ? (
          <Select
            label={t('Clothing size')}
            placeholder={t('Not set')}
            data={clothingSizeOptions}
            clearable
            {...form.getInputProps('clothingSize')}
          />
        ) : null}
      </FieldColumns>
    </FormSection>
  );
}

export function LocationFields({ form, user }: SectionProps & { user: CurrentUser }) {
  const { latitude, longitude, gpsVerified } = form.values;
  const isMeasured = gpsVerified && latitude !== null && longitude !== null;
  return (
    <FormSection title={t('Location')}>
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
        <CountrySelect {...form.getInputProps('country')} />
      </FieldColumns>
      <LocationVerification
        position={isMeasured ? { latitude, longitude } : null}
        isSaved={!hasUnsavedPosition(form.values, user)}
        onMeasured={(position) => form.setValues({ ...position, gpsVerified: true })}
      />
    </FormSection>
  );
}

export function PaymentFields({ form, user }: SectionProps & { user: CurrentUser }) {
  const now = useNow(MINUTE);
  return (
    <FormSection title={t('Payment')}>
      <WalletConnection user={user} />
      <TextInput
        label={t('PayPal email')}
        type="email"
        autoComplete="email"
        maxLength={127}
        description={walletEmailHint(user, now)}
        {...form.getInputProps('paypalEmail')}
      />
    </FormSection>
  );
}

function walletEmailHint({ paypalEmail, paypalEmailUsedFrom }: CurrentUser, now: Date): string {
  if (!paypalEmail) return t('We send your earnings to this address.');
  const isHeld = paypalEmailUsedFrom !== null && new Date(paypalEmailUsedFrom) > now;
  if (isHeld) return formatPaymentDestination(paypalEmail, paypalEmailUsedFrom);
  return t('We send your earnings to this address. If you change it, payments wait 24 hours.');
}

interface BusinessFieldsProps extends SectionProps {
  user: CurrentUser;
  onBusy: (isBusy: boolean) => void;
}

export function BusinessFields({ form, user, onBusy }: BusinessFieldsProps) {
  const name = form.values.businessName || user.email;
  return (
    <FormSection title={t('Business')}>
      <PictureField kind="logo" name={name} url={user.logoUrl} onBusy={onBusy} />
      <FieldColumns>
        <TextInput
          label={t('Business name')}
          autoComplete="organization"
          {...form.getInputProps('businessName')}
        />
        <Select
          label={t('Business category')}
          data={listCategories()}
          clearable
          {...form.getInputProps('businessType')}
        />
        <TextInput label={t('Business email')} type="email" {...form.getInputProps('businessEmail')} />
        <TextInput
          label={t('Website')}
          type="url"
          placeholder="https://"
          {...form.getInputProps('businessWebsite')}
        />
      </FieldColumns>
      <TextInput label={t('Business address')} {...form.getInputProps('businessAddress')} />
      <Textarea
        label={t('Business description')}
        rows={4}
        maxLength={2000}
        {...form.getInputProps('businessDescription')}
      />
    </FormSection>
  );
}
