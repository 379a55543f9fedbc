import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { platformNames, typeNames } from '#campaigns/web/campaign-labels.ts';
import { t } from '#kernel/text.ts';
import type { Filters } from './marketplace-filters.ts';
import classes from './marketplace.module.css';
import { formatMiles } from '../saved-searches/saved-search-format.ts';
import type { Marketplace } from './use-marketplace.ts';

interface ActiveFilter {
  label: string;
  without: Partial<Filters>;
}

export function listActiveFilters({
  city,
  radius,
  pay,
  type,
  platform,
  followers,
  isAll,
}: Filters): ActiveFilter[] {
  const chosen: (ActiveFilter | false)[] = [
    city !== null && { label: city, without: { city: null } },
    radius !== null && {
      label: t('Within {miles}', { miles: formatMiles(radius) }),
      without: { radius: null },
    },
    pay !== null && { label: t('${pay} per hour', { pay }), without: { pay: null } },
    // Platform and followers apply only to social campaigns.
    type !== null && { label: t(typeNames[type]), without: { type: null, platform: null, followers: null } },
    platform !== null && { label: platformNames[platform], without: { platform: null } },
    followers !== null && {
      label: t('For {followers, number} followers', { followers }),
      without: { followers: null },
    },
    isAll && { label: t('Includes ended'), without: { isAll: false } },
  ];
  return chosen.filter((one) => one !== false);
}

interface MarketplaceChosenProps {
  marketplace: Marketplace;
  /** Receives focus when the last filter is removed. */
  after: RefObject<HTMLElement | null>;
}

export function ActiveFilters({ marketplace, after }: MarketplaceChosenProps) {
  const chosen = listActiveFilters(marketplace.filters);
  const hasRemoved = useRef(false);
  useEffect(() => {
    if (hasRemoved.current && document.activeElement === document.body) after.current?.focus();
  }, [chosen.length, after]);
  if (chosen.length === 0) return null;
  const remove = (event: MouseEvent<HTMLElement>, { without }: ActiveFilter) => {
    hasRemoved.current = true;
    findNextFocus(event.currentTarget, after.current)?.focus();
    marketplace.change(without);
  };
  return (
    <ul className={classes.chosen} aria-label={t('Chosen filters')}>
      {chosen.map((one) => (
        <li key={Object.keys(one.without)[0]}>
          <button
            type="button"
            className={classes.chosenFilter}
            aria-label={t('Remove filter: {label}', { label: one.label })}
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

/**
 * Returns where focus goes when the button disappears, so that keyboard users don't land at the top of the
 * page.
 */
function findNextFocus(button: HTMLElement, otherwise: HTMLElement | null): HTMLElement | null {
  const item = button.closest('li');
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  return beside?.querySelector('button') ?? otherwise;
}
