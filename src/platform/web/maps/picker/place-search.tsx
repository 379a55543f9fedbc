import { Combobox, Loader, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { t } from '#kernel/text.ts';
import type { Place } from '../../../places-contract.ts';
import classes from './place-search.module.css';
import { type PlaceSearch as Search, usePlaceSearch } from './use-place-search.ts';

interface PlaceSearchProps {
  label: string;
  required?: boolean;
  /** '' if none is chosen. */
  chosenAddress: string;
  error?: ReactNode;
  action?: ReactNode;
  onChoose(place: Place): void;
  onClear(): void;
}

/** The ARIA combobox pattern with manual selection: Enter takes the selected place or the best result. */
export function PlaceSearch(props: PlaceSearchProps) {
  const { label, required = false, chosenAddress, error, action, onChoose, onClear } = props;
  // Null while the field shows the chosen address.
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
    // Enter must not submit the form, even while results load.
    event.preventDefault();
    // Only if the results match the current text: older results are for fewer letters.
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
            placeholder={t('City, neighborhood or ZIP code')}
            value={typed ?? chosenAddress}
            error={error ?? (isHalfTyped ? t('Choose a place from the list') : undefined)}
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
              // Restores the chosen address, because a half-typed name would not match the saved place.
              if (chosenAddress) setTyped(null);
            }}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label={t('Places', { context: 'locations' })}>
            {places.map((place) => (
              <Combobox.Option value={place.placeId} key={place.placeId}>
                {place.address}
              </Combobox.Option>
            ))}
            {places.length === 0 ? <Combobox.Empty>{emptyText[state]()}</Combobox.Empty> : null}
          </Combobox.Options>
          {places[0]?.insteadOf ? (
            <Combobox.Footer>
              {t('Address search is unavailable right now. Showing cities and ZIP codes only.')}
            </Combobox.Footer>
          ) : null}
        </Combobox.Dropdown>
      </Combobox>
      {isFailed ? (
        <p className={classes.failure} role="alert">
          {t('Search is unavailable right now. Choose a location on the map instead.')}
          {/* Keeps the focus in the field, which otherwise would discard the typed text on blur. */}
          <button
            type="button"
            className={classes.retry}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              combobox.openDropdown();
              retry();
            }}
          >
            {t('Try again')}
          </button>
        </p>
      ) : null}
      <VisuallyHidden component="output">{isOpen ? announcement(state, places.length) : ''}</VisuallyHidden>
    </div>
  );
}

/**
 * The library's own attributes keep naming the last selected option after the list has closed or changed.
 * @param offered identifies the current results: when it changes, the selection is reset
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
    // The store's functions change on every render.
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

const emptyText: Record<Search['state'], () => ReactNode> = {
  idle: () => null,
  searching: () => <Loader size="sm" aria-label={t('Searching')} />,
  failed: () => null,
  found: () => t('No place found. Try the city or a ZIP code.'),
};

function announcement(state: Search['state'], count: number): string {
  if (state !== 'found') return '';
  if (count === 0) return t('No place found');
  return t('{count, plural, one {# place found} other {# places found}}', { count });
}
