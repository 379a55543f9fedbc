import { Chip, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { useId } from 'react';
import type { CampaignType, SocialPlatform } from '#campaigns/contract.ts';
import { platformNames, typeNames } from '#campaigns/web/campaign-words.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import classes from './marketplace.module.css';
import { type PayBand, payBands, type Sort } from './marketplace-filters.ts';
import { MarketplaceSearch } from './marketplace-search.tsx';
import type { Marketplace } from './use-marketplace.ts';

const ALL = 'all';

const sortNames: Readonly<Record<Sort, string>> = {
  newest: 'Newest',
  pay: 'Highest pay',
  start: 'Earliest start',
  distance: 'Nearest',
};

const bandNames: Readonly<Record<PayBand, string>> = { '20-30': '$20-30', '30-40': '$30-40', '40+': '$40+' };

export function MarketplaceFilterBar({ marketplace }: { marketplace: Marketplace }) {
  const { filters, change, cities } = marketplace;
  const id = useId();
  return (
    <Panel className={classes.filters}>
      <div className={classes.row}>
        <MarketplaceSearch value={filters.text} onChange={(text) => change({ text })} />
        <Select
          label="Location"
          data={[{ value: ALL, label: 'All' }, ...cities]}
          value={filters.city ?? ALL}
          allowDeselect={false}
          onChange={(city) => change({ city: city === ALL ? null : city })}
        />
        <Select
          label="Sort by"
          data={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
          value={filters.sort}
          allowDeselect={false}
          disabled={marketplace.isLocating}
          // The values offered are the keys of sortNames.
          onChange={(sort) => void marketplace.sortBy((sort ?? 'newest') as Sort)}
        />
      </div>
      <div className={classes.choices}>
        <fieldset className={classes.choice}>
          <legend className={classes.legend}>Pay per hour</legend>
          <Chip.Group
            value={filters.pay ?? ALL}
            // The values offered are the pay bands and 'all'.
            onChange={(pay) => change({ pay: pay === ALL ? null : (pay as PayBand) })}
          >
            <div className={classes.chips}>
              <Chip value={ALL} variant="light">
                All
              </Chip>
              {payBands.map((band) => (
                <Chip key={band} value={band} variant="light">
                  {bandNames[band]}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </fieldset>
        <div className={classes.choice}>
          <div className={classes.legend} id={`${id}-type`}>
            Type
          </div>
          <SegmentedControl
            aria-labelledby={`${id}-type`}
            radius="xl"
            data={[
              { value: ALL, label: 'All' },
              { value: 'wearable', label: typeNames.wearable },
              { value: 'social', label: typeNames.social },
            ]}
            value={filters.type ?? ALL}
            onChange={(type) => change(typeChange(type))}
          />
        </div>
      </div>
      {filters.type === 'social' ? (
        <div className={classes.row}>
          <Select
            label="Platform"
            data={[
              { value: ALL, label: 'All' },
              ...Object.entries(platformNames).map(([value, label]) => ({ value, label })),
            ]}
            value={filters.platform ?? ALL}
            allowDeselect={false}
            // The values offered are the keys of platformNames and 'all'.
            onChange={(platform) =>
              change({ platform: platform === ALL ? null : (platform as SocialPlatform) })
            }
          />
          <NumberInput
            label="Your followers"
            description="Leaves out campaigns that ask for more"
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
      ) : null}
    </Panel>
  );
}

/** Platform and followers belong to social campaigns alone. */
function typeChange(type: string) {
  if (type === 'social') return { type } as const;
  // The values offered are the types and 'all'.
  return { type: type === ALL ? null : (type as CampaignType), platform: null, followers: null };
}
