import { Select } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useState } from 'react';
import { type Country, listCountries } from './countries.ts';

/**
 * Which country somebody lives in, found by its name. A name that is written out counts as chosen when the field is left:
 * whoever knows what to type need not look at the list.
 */
export function CountrySelect({ value, onBlur, ...field }: GetInputPropsReturnType) {
  const [typed, setTyped] = useState('');
  const options = countriesWith(value);
  return (
    <Select
      label="Country"
      required
      searchable
      allowDeselect={false}
      // A failed save moves the focus here; the list opens when it is wanted.
      openOnFocus={false}
      // Else its 250 options are drawn anew with every letter typed in another field.
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage="No such country"
      autoComplete="off"
      data={options}
      {...field}
      value={value}
      onSearchChange={setTyped}
      onBlur={(event) => {
        const written = options.find(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
        if (written && written.value !== value) field.onChange(written.value);
        onBlur?.(event);
      }}
    />
  );
}

const countries = listCountries();

/** An older profile may name its country in its own words; saving must not lose them. */
function countriesWith(country: string | null): Country[] {
  const isListed = !country || countries.some(({ value }) => value === country);
  return isListed ? countries : [{ value: country, label: country }, ...countries];
}
