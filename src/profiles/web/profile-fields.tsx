import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CurrentUser } from '#auth/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { CountrySelect } from './country-select.tsx';
import { FieldColumns, FormSection } from './form-section.tsx';
import { LocationVerification } from './consents/location-verification.tsx';
import { formatPaymentDestination } from './format-payment-destination.ts';
import { PictureField } from './picture-field.tsx';
import {
  categoryOptions,
  clothingSizeOptions,
  genderOptions,
  hasUnsavedPosition,
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
    <FormSection title="Basic information">
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
          label="Email"
          value={email}
          readOnly
          variant="filled"
          description="You sign in with this email. It can’t be changed here."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TextInput
          label="Phone number"
          type="tel"
          required
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
        />
        <TextInput
          label="Date of birth"
          type="date"
          required
          autoComplete="bday"
          {...form.getInputProps('dateOfBirth')}
        />
        <Select label="Gender" data={genderOptions} clearable {...form.getInputProps('gender')} />
        {isMarketer ? (
          <Select
            label="Clothing size"
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
    <FormSection title="Location">
      <TextInput label="Address" required autoComplete="street-address" {...form.getInputProps('address')} />
      <FieldColumns>
        <TextInput label="City" required autoComplete="address-level2" {...form.getInputProps('city')} />
        <TextInput label="State" required autoComplete="address-level1" {...form.getInputProps('state')} />
        <TextInput label="ZIP code" required autoComplete="postal-code" {...form.getInputProps('zipCode')} />
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
    <FormSection title="Payment">
      <WalletConnection user={user} />
      <TextInput
        label="PayPal email"
        type="email"
        autoComplete="email"
        maxLength={127}
        description={walletEmailHint(user, now)}
        {...form.getInputProps('paypalEmail')}
      />
    </FormSection>
  );
}

/** Returns the help text for the wallet email, depending on whether payments wait. */
function walletEmailHint({ paypalEmail, paypalEmailUsedFrom }: CurrentUser, now: Date): string {
  if (!paypalEmail) return 'We send your earnings to this address.';
  const isHeld = paypalEmailUsedFrom !== null && new Date(paypalEmailUsedFrom) > now;
  if (isHeld) return formatPaymentDestination(paypalEmail, paypalEmailUsedFrom);
  return 'We send your earnings to this address. If you change it, payments wait 24 hours.';
}

interface BusinessFieldsProps extends SectionProps {
  user: CurrentUser;
  onBusy: (isBusy: boolean) => void;
}

export function BusinessFields({ form, user, onBusy }: BusinessFieldsProps) {
  const name = form.values.businessName || user.email;
  return (
    <FormSection title="Business">
      <PictureField kind="logo" name={name} url={user.logoUrl} onBusy={onBusy} />
      <FieldColumns>
        <TextInput
          label="Business name"
          autoComplete="organization"
          {...form.getInputProps('businessName')}
        />
        <Select
          label="Business category"
          data={categoryOptions}
          clearable
          {...form.getInputProps('businessType')}
        />
        <TextInput label="Business email" type="email" {...form.getInputProps('businessEmail')} />
        <TextInput
          label="Website"
          type="url"
          placeholder="https://"
          {...form.getInputProps('businessWebsite')}
        />
      </FieldColumns>
      <TextInput label="Business address" {...form.getInputProps('businessAddress')} />
      <Textarea
        label="Business description"
        rows={4}
        maxLength={2000}
        {...form.getInputProps('businessDescription')}
      />
    </FormSection>
  );
}
