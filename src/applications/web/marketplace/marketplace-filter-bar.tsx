import { Button, Chip, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { CampaignType, SocialPlatform } from '#campaigns/fields-contract.ts';
import { platformNames, typeNames } from '#campaigns/web/campaign-labels.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { listActiveFilters, ActiveFilters } from './marketplace-active-filters.tsx';
import classes from './marketplace.module.css';
import { MarketplaceDistance, NearMeButton, PositionProblem } from './marketplace-distance.tsx';
import { type PayBand, payBands, type Sort } from './marketplace-filters.ts';
import type { Marketplace } from './use-marketplace.ts';

const ALL = 'all';

const sortNames: Readonly<Record<Sort, Message>> = {
  newest: msg('Newest'),
  pay: msg('Highest pay'),
  start: msg('Earliest start'),
  distance: msg('Nearest'),
};

interface MarketplaceFilterBarProps {
  marketplace: Marketplace;
  below: ReactNode;
}

/** Changes apply at once. On phones, everything except the search collapses. */
export function MarketplaceFilterBar({ marketplace, below }: MarketplaceFilterBarProps) {
  const { filters, change } = marketplace;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const fold = { className: classes.fold, 'data-open': isOpen || undefined };
  return (
    <Panel className={classes.filters}>
      <div className={`${classes.row} ${classes.first}`}>
        <SearchField
          label={t('Search')}
          placeholder={t('Campaign title')}
          value={filters.text}
          onSearch={(text) => change({ text }, { isTyping: true })}
        />
        <Button
          ref={button}
          className={classes.foldButton}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={`${id}-fields ${id}-choices`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {filtersLabel(listActiveFilters(filters).length)}
        </Button>
        <div {...fold} id={`${id}-fields`}>
          <PlaceAndOrder marketplace={marketplace} />
        </div>
        <NearMeButton marketplace={marketplace} />
      </div>
      {isOpen ? null : <ActiveFilters marketplace={marketplace} after={button} />}
      <PositionProblem marketplace={marketplace} />
      <div {...fold} id={`${id}-choices`}>
        <Choices marketplace={marketplace} />
        {below}
        <Button
          className={classes.foldButton}
          onClick={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
        >
          {t('Show campaigns')}
        </Button>
      </div>
    </Panel>
  );
}

function filtersLabel(count: number): string {
  return count === 0 ? t('Filters') : t('Filters ({count})', { count });
}

function PlaceAndOrder({ marketplace }: { marketplace: Marketplace }) {
  const { filters, change, cities } = marketplace;
  return (
    <>
      <Select
        label={t('Location')}
        data={[{ value: ALL, label: t('All') }, ...cities]}
        value={filters.city ?? ALL}
        allowDeselect={false}
        onChange={(city) => change({ city: city === ALL ? null : city })}
      />
      <Select
        label={t('Sort by')}
        data={Object.entries(sortNames).map(([value, label]) => ({ value, label: t(label) }))}
        value={filters.sort}
        allowDeselect={false}
        disabled={marketplace.isLocating}
        // The values offered are the keys of sortNames.
        onChange={(sort) => void marketplace.sortBy((sort ?? 'newest') as Sort)}
      />
      <MarketplaceDistance marketplace={marketplace} />
    </>
  );
}

function Choices({ marketplace }: { marketplace: Marketplace }) {
  const { filters, change } = marketplace;
  // A band from a saved search or a shared link may not be one of the offered bands.
  const ownBand = filters.pay && !payBands.includes(filters.pay) ? [filters.pay] : [];
  const id = useId();
  return (
    <>
      <div className={classes.choices}>
        <fieldset className={classes.choice}>
          <legend className={classes.legend}>{t('Pay per hour')}</legend>
          <Chip.Group
            value={filters.pay ?? ALL}
            // The values offered are the pay bands and 'all'.
            onChange={(pay) => change({ pay: pay === ALL ? null : (pay as PayBand) })}
          >
            <div className={classes.chips}>
              <Chip value={ALL} variant="light">
                {t('All', { context: 'pay' })}
              </Chip>
              {[...payBands, ...ownBand].map((band) => (
                <Chip key={band} value={band} variant="light">
                  ${band}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </fieldset>
        <div className={classes.choice}>
          <div className={classes.legend} id={`${id}-type`}>
            {t('Type')}
          </div>
          <SegmentedControl
            aria-labelledby={`${id}-type`}
            radius="xl"
            data={[
              { value: ALL, label: t('All', { context: 'types' }) },
              { value: 'wearable', label: t(typeNames.wearable) },
              { value: 'social', label: t(typeNames.social) },
            ]}
            value={filters.type ?? ALL}
            onChange={(type) => change(typeChange(type))}
          />
        </div>
        <Switch
          className={classes.over}
          label={t('Include ended')}
          checked={filters.isAll}
          onChange={(event) => change({ isAll: event.currentTarget.checked })}
        />
      </div>
      {filters.type === 'social' ? <SocialFields marketplace={marketplace} /> : null}
    </>
  );
}

function SocialFields({ marketplace }: { marketplace: Marketplace }) {
  const { filters, change } = marketplace;
  return (
    <div className={classes.row}>
      <Select
        label={t('Platform')}
        data={[
          { value: ALL, label: t('All') },
          ...Object.entries(platformNames).map(([value, label]) => ({ value, label })),
        ]}
        value={filters.platform ?? ALL}
        allowDeselect={false}
        // The values offered are the keys of platformNames and 'all'.
        onChange={(platform) => change({ platform: platform === ALL ? null : (platform as SocialPlatform) })}
      />
      <NumberInput
        label={t('Your followers')}
        description={t('Hides campaigns that require more')}
        inputWrapperOrder={['label', 'input', 'description']}
        min={0}
        max={999_999_999}
        allowDecimal={false}
        thousandSeparator=","
        hideControls
        value={filters.followers ?? ''}
        onChange={(followers) => change({ followers: typeof followers === 'number' ? followers : null })}
      />
    </div>
  );
}

/** Platform and followers apply only to social campaigns. */
function typeChange(type: string) {
  if (type === 'social') return { type } as const;
  // The values offered are the types and 'all'.
  return { type: type === ALL ? null : (type as CampaignType), platform: null, followers: null };
}
