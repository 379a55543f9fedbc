import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Place } from '../../places-contract.ts';
import { usePlaceSearch } from './use-place-search.ts';

interface PlaceSearchProps {
  label: string;
  required: boolean;
  /** The address of what is chosen; empty while nothing is. */
  chosenAddress: string;
  error?: ReactNode;
  /** At the field's right end. */
  action: ReactNode;
  onChoose(place: Place): void;
  onClear(): void;
}

/** A text field that offers places while one types: arrows and Enter choose, Escape closes. */
export function PlaceSearch(props: PlaceSearchProps) {
  const { label, required, chosenAddress, error, action, onChoose, onClear } = props;
  // Null while the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const { state, places } = usePlaceSearch(typed ?? '');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { selectFirstOption, resetSelectedOption } = combobox;
  // Enter takes the best answer; arrows are for the others, and stay where they are when the same answer comes again.
  const offered = places.map((place) => place.placeId).join(' ');
  useEffect(() => {
    if (offered && combobox.dropdownOpened) selectFirstOption();
    else resetSelectedOption();
    // The store's functions are new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offered, combobox.dropdownOpened]);

  const choose = (placeId: string) => {
    const place = places.find((one) => one.placeId === placeId);
    if (!place) return;
    setTyped(null);
    combobox.closeDropdown();
    onChoose(place);
  };

  const isOpen = typed !== null && state !== 'idle';
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          required={required}
          placeholder="City, neighborhood or ZIP code"
          value={typed ?? chosenAddress}
          error={error ?? (typed?.trim() && !isOpen && !combobox.dropdownOpened ? chooseHint : undefined)}
          rightSection={action}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            if (value) combobox.openDropdown();
            else onClear();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            // Half a name beside a chosen place would say something else than what is saved.
            if (chosenAddress) setTyped(null);
          }}
          onKeyDown={(event) => {
            // Enter is for the list here, also while the answer is on its way; it must not send the form.
            if (event.key === 'Enter' && typed !== null) event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="Places">
          {places.map((place) => (
            <Combobox.Option value={place.placeId} key={place.placeId}>
              {place.address}
            </Combobox.Option>
          ))}
          {places.length === 0 ? <Combobox.Empty>{emptyText[state]}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const chooseHint = 'Choose one of the places from the list';

const emptyText = {
  idle: null,
  searching: <Loader size="sm" aria-label="Searching" />,
  failed: 'The search is not available at the moment. You can choose the place on the map.',
  found: 'No place found. Try the city or a ZIP code.',
} as const;
