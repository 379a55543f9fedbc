import { Select } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type Country, listCountries } from '#kernel/countries/countries.ts';
import { t } from '#kernel/text.ts';

/** Typing a full country name selects it at once, so the field saves what it shows, even if Enter submits the form. */
export function CountrySelect({ value, ...field }: GetInputPropsReturnType) {
  const take = (typed: string) => {
    const written = listCountries().find(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
    // Mantine also reports the current value. An older profile's free text stays until the user changes it.
    if (written && written.value !== value && typed !== value) field.onChange(written.value);
  };
  return (
    <Select
      label={t('Country')}
      required
      searchable
      allowDeselect={false}
      // A failed save moves focus here, which must not open the list.
      openOnFocus={false}
      // Otherwise the 250 options render again on every keystroke in another field.
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={t('No country found')}
      autoComplete="off"
      data={countriesWith(value)}
      {...field}
      value={value}
      onSearchChange={take}
    />
  );
}

/** Includes an older profile's free-text country, so that saving doesn't lose it. */
function countriesWith(country: string | null): readonly Country[] {
  const countries = listCountries();
  const isListed = !country || countries.some(({ value }) => value === country);
  return isListed ? countries : [{ value: country, label: country }, ...countries];
}
