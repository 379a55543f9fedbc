import { Select } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type Country, listCountries } from './countries.ts';

/**
 * Which country somebody lives in, found by its name. A name that is written out counts as chosen at once: whoever knows what to
 * type need not look at the list, and what the field shows is what is saved, also where Enter sends the form.
 */
export function CountrySelect({ value, ...field }: GetInputPropsReturnType) {
  const take = (typed: string) => {
    const written = countries.find(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
    // What stands there already is also told here; an older profile's own words stay until somebody changes them.
    if (written && written.value !== value && typed !== value) field.onChange(written.value);
  };
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
      data={countriesWith(value)}
      {...field}
      value={value}
      onSearchChange={take}
    />
  );
}

const countries = listCountries();

/** An older profile may name its country in its own words; saving must not lose them. */
function countriesWith(country: string | null): Country[] {
  const isListed = !country || countries.some(({ value }) => value === country);
  return isListed ? countries : [{ value: country, label: country }, ...countries];
}
