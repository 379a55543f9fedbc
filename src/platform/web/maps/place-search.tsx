import { Combobox, Loader, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { Place } from '../../places-contract.ts';
import classes from './place-search.module.css';
import { type PlaceSearch as Search, usePlaceSearch } from './use-place-search.ts';

interface PlaceSearchProps {
  label: string;
  required?: boolean;
  /** The address of what is chosen; empty while nothing is. */
  chosenAddress: string;
  error?: ReactNode;
  /** At the field's right end. */
  action?: ReactNode;
  onChoose(place: Place): void;
  onClear(): void;
}

/**
 * A text field that offers places while one types (the ARIA pattern of a combobox whose list is chosen from by hand):
 * arrows point, Enter takes what is pointed at, or the best answer where nothing is; Escape closes.
 */
export function PlaceSearch(props: PlaceSearchProps) {
  const { label, required = false, chosenAddress, error, action, onChoose, onClear } = props;
  // Null while the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const { state, places, retry } = usePlaceSearch(typed ?? '');
  const combobox = usePointingCombobox(places.map((place) => place.placeId).join(' '));

  const choose = (place: Place | undefined) => {
    if (!place) return;
    setTyped(null);
    combobox.closeDropdown();
    onChoose(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === null) return;
    // Enter is for the list here, also while the answer is on its way; it must not send the form.
    event.preventDefault();
    // An answer that is still the one to fewer letters is not what was meant.
    if (combobox.getSelectedOptionIndex() < 0 && state === 'found') choose(places[0]);
  };

  const isFailed = typed !== null && state === 'failed';
  const isOpen = typed !== null && state !== 'idle' && !isFailed;
  const isHalfTyped = Boolean(typed?.trim()) && !isOpen && !isFailed && !combobox.dropdownOpened;
  return (
    <div className={classes.search}>
      <Combobox
        store={combobox}
        onOptionSubmit={(placeId) => choose(places.find((one) => one.placeId === placeId))}
      >
        <Combobox.Target withAriaAttributes={false}>
          <TextInput
            {...combobox.fieldRole}
            label={label}
            required={required}
            placeholder="City, neighborhood or ZIP code"
            value={typed ?? chosenAddress}
            error={error ?? (isHalfTyped ? chooseHint : undefined)}
            rightSection={action}
            autoComplete="off"
            spellCheck={false}
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
            onKeyDown={onKeyDown}
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
          {places[0]?.insteadOf ? <Combobox.Footer>{insteadText}</Combobox.Footer> : null}
        </Combobox.Dropdown>
      </Combobox>
      {isFailed ? (
        <p className={classes.failure} role="alert">
          The search is not available at the moment. You can choose the place on the map.
          {/* The mouse must not take the focus from the field, which would forget what was typed. */}
          <button
            type="button"
            className={classes.retry}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              combobox.openDropdown();
              retry();
            }}
          >
            Try again
          </button>
        </p>
      ) : null}
      <VisuallyHidden component="output">{isOpen ? announcement(state, places.length) : ''}</VisuallyHidden>
    </div>
  );
}

/**
 * The library's store, and what the field says of it to screen readers. The library's own attributes go on naming what
 * was pointed at last after the list was closed or answered anew.
 *
 * @param offered tells one answer from another: what an arrow pointed at is another place in the next one
 */
function usePointingCombobox(offered: string) {
  const [pointedId, setPointedId] = useState<string | null>(null);
  const store = useCombobox({ onDropdownClose: () => pointAtNothing() });
  const { resetSelectedOption, selectNextOption, selectPreviousOption, selectActiveOption } = store;
  const pointAtNothing = () => {
    resetSelectedOption();
    setPointedId(null);
  };
  useEffect(() => {
    pointAtNothing();
    // The store's functions are new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offered]);
  const naming = (select: () => string | null) => () => {
    const id = select();
    setPointedId(id);
    return id;
  };
  return {
    ...store,
    selectNextOption: naming(selectNextOption),
    selectPreviousOption: naming(selectPreviousOption),
    selectActiveOption: naming(selectActiveOption),
    fieldRole: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': store.dropdownOpened,
      'aria-controls': store.dropdownOpened ? (store.listId ?? undefined) : undefined,
      'aria-activedescendant': store.dropdownOpened ? (pointedId ?? undefined) : undefined,
    } as const,
  };
}

const chooseHint = 'Choose one of the places from the list';
const insteadText = 'The address search does not answer at the moment. These are cities and ZIP codes.';

const emptyText: Record<Search['state'], ReactNode> = {
  idle: null,
  searching: <Loader size="sm" aria-label="Searching" />,
  failed: null,
  found: 'No place found. Try the city or a ZIP code.',
};

/** For those who do not see the list open. */
function announcement(state: Search['state'], count: number): string {
  if (state !== 'found') return '';
  if (count === 0) return 'No place found';
  return count === 1 ? '1 place found' : `${count} places found`;
}
