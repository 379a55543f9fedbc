import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { platformNames, typeNames } from '#campaigns/web/campaign-words.ts';
import type { Filters } from './marketplace-filters.ts';
import classes from './marketplace.module.css';
import { milesText } from './saved-search-words.ts';
import type { Marketplace } from './use-marketplace.ts';

interface ChosenFilter {
  label: string;
  /** What the filters are without it. */
  without: Partial<Filters>;
}

/** What is left out, each by itself; the text stands in its own field and is not among them. */
export function chosenFilters({
  city,
  radius,
  pay,
  type,
  platform,
  followers,
  isAll,
}: Filters): ChosenFilter[] {
  const chosen: (ChosenFilter | false)[] = [
    city !== null && { label: city, without: { city: null } },
    radius !== null && { label: `Within ${milesText(radius)}`, without: { radius: null } },
    pay !== null && { label: `$${pay} per hour`, without: { pay: null } },
    // Platform and followers belong to social campaigns alone.
    type !== null && { label: typeNames[type], without: { type: null, platform: null, followers: null } },
    platform !== null && { label: platformNames[platform], without: { platform: null } },
    followers !== null && {
      label: `For ${followers.toLocaleString('en-US')} followers`,
      without: { followers: null },
    },
    isAll && { label: 'Also those that are over', without: { isAll: false } },
  ];
  return chosen.filter((one) => one !== false);
}

interface MarketplaceChosenProps {
  marketplace: Marketplace;
  /** Takes the keyboard once the last of them is gone. */
  after: RefObject<HTMLElement | null>;
}

/** On a telephone, where the filters are folded up: which ones there are, each with its way out. */
export function MarketplaceChosen({ marketplace, after }: MarketplaceChosenProps) {
  const chosen = chosenFilters(marketplace.filters);
  const hasRemoved = useRef(false);
  // Of two that are taken away in a breath the second still stands beside the first, which then goes with the keyboard.
  useEffect(() => {
    if (hasRemoved.current && document.activeElement === document.body) after.current?.focus();
  }, [chosen.length, after]);
  if (chosen.length === 0) return null;
  const remove = (event: MouseEvent<HTMLElement>, { without }: ChosenFilter) => {
    hasRemoved.current = true;
    neighbourOf(event.currentTarget, after.current)?.focus();
    marketplace.change(without);
  };
  return (
    <ul className={classes.chosen} aria-label="Chosen filters">
      {chosen.map((one) => (
        <li key={Object.keys(one.without)[0]}>
          <button
            type="button"
            className={classes.chosenFilter}
            aria-label={`Remove filter: ${one.label}`}
            onClick={(event) => remove(event, one)}
          >
            {one.label}
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The button is about to go; whoever pressed it goes on beside it, and not from the top of the page. */
function neighbourOf(button: HTMLElement, otherwise: HTMLElement | null): HTMLElement | null {
  const item = button.closest('li');
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  return beside?.querySelector('button') ?? otherwise;
}
