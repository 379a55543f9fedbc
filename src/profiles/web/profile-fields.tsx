import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Country, listCountries } from './countries.ts';
import { FieldColumns, FormSection } from './form-section.tsx';
import { LocationVerification } from './location-verification.tsx';
import {
  categoryOptions,
  clothingSizeOptions,
  genderOptions,
  type ProfileValues,
} from './profile-form-values.ts';

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
          description="You sign in with this address"
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

export function LocationFields({ form }: SectionProps) {
  const { latitude, longitude, country } = form.values;
  return (
    <FormSection title="Location">
      <TextInput label="Address" required autoComplete="street-address" {...form.getInputProps('address')} />
      <FieldColumns>
        <TextInput label="City" required autoComplete="address-level2" {...form.getInputProps('city')} />
        <TextInput label="State" required autoComplete="address-level1" {...form.getInputProps('state')} />
        <TextInput label="ZIP code" required autoComplete="postal-code" {...form.getInputProps('zipCode')} />
        <Select
          label="Country"
          required
          searchable
          allowDeselect={false}
          // Else its 250 options are drawn anew with every letter typed in another field.
          comboboxProps={{ keepMounted: false }}
          nothingFoundMessage="No such country"
          autoComplete="off"
          data={countriesWith(country)}
          {...form.getInputProps('country')}
        />
      </FieldColumns>
      <LocationVerification
        position={latitude !== null && longitude !== null ? { latitude, longitude } : null}
        onMeasured={(position) => form.setValues(position)}
      />
    </FormSection>
  );
}

export function PaymentFields({ form }: SectionProps) {
  return (
    <FormSection title="Payment">
      <TextInput
        label="PayPal email"
        type="email"
        autoComplete="email"
        description="What you earn is sent to this address. A changed one is used after 24 hours."
        {...form.getInputProps('paypalEmail')}
      />
    </FormSection>
  );
}

export function BusinessFields({ form }: SectionProps) {
  return (
    <FormSection title="Business">
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

const countries = listCountries();

/** An older profile may name its country in its own words; saving must not lose them. */
function countriesWith(country: string | null): Country[] {
  const isListed = !country || countries.some(({ value }) => value === country);
  return isListed ? countries : [{ value: country, label: country }, ...countries];
}
