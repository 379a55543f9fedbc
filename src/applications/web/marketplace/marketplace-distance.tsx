import { Alert, Button, Select } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { t } from '#kernel/text.ts';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { DEFAULT_MILES, toMeters, mileOptions, formatNear } from './marketplace-area.ts';
import classes from './marketplace.module.css';
import { formatMiles } from '../saved-searches/saved-search-format.ts';
import type { Marketplace } from './use-marketplace.ts';

const ANYWHERE = 'anywhere';

export function MarketplaceDistance({ marketplace }: { marketplace: Marketplace }) {
  const { radius } = marketplace.filters;
  const offered = mileOptions.map((miles) => ({
    value: String(toMeters(miles)),
    label: t('Within {miles} miles', { miles }),
  }));
  const isOffered = radius === null || offered.some(({ value }) => value === String(radius));
  return (
    <Select
      label={t('Distance')}
      data={[
        { value: ANYWHERE, label: t('Anywhere') },
        ...offered,
        ...(isOffered
          ? []
          : [{ value: String(radius), label: t('Within {miles}', { miles: formatMiles(radius) }) }]),
      ]}
      value={radius === null ? ANYWHERE : String(radius)}
      allowDeselect={false}
      disabled={marketplace.isLocating}
      onChange={(value) => {
        if (value === null || value === ANYWHERE) marketplace.change({ radius: null });
        else void marketplace.changeNear({ radius: Number(value) });
      }}
    />
  );
}

/** Reads the user's position again on every click. */
export function NearMeButton({ marketplace }: { marketplace: Marketplace }) {
  const button = useFocusAfter<HTMLButtonElement>(marketplace.isLocating);
  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<IconCurrentLocation size={18} aria-hidden />}
      loading={marketplace.isLocating}
      onClick={() =>
        void marketplace.locate({
          sort: 'distance',
          radius: marketplace.filters.radius ?? toMeters(DEFAULT_MILES),
        })
      }
    >
      {t('Near me')}
    </Button>
  );
}

export function PositionProblem({ marketplace }: { marketplace: Marketplace }) {
  const { user } = useCurrentUser();
  if (marketplace.positionProblem === null) return null;
  const place =
    typeof user?.latitude === 'number' && typeof user.longitude === 'number'
      ? { lat: user.latitude, lng: user.longitude }
      : null;
  return (
    <Alert title={t('Location Required')} className={classes.problem}>
      <p>{marketplace.positionProblem}</p>
      {place ? (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            marketplace.change({
              near: formatNear(place),
              sort: 'distance',
              radius: marketplace.filters.radius ?? toMeters(DEFAULT_MILES),
            })
          }
        >
          {t('Use my profile location')}
        </Button>
      ) : (
        <p>{t('Move the map to search there, or choose a city.')}</p>
      )}
    </Alert>
  );
}
