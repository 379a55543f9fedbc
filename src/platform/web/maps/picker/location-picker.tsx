import { ActionIcon, Select } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { reversePlace } from '../../../places-contract.ts';
import { call, getErrorText } from '../../call.ts';
import { readCurrentPosition } from './current-position.ts';
import classes from './location-picker.module.css';
import {
  defaultCenter,
  defaultRadiusMeters,
  type LocationValue,
  formatMiles,
  formatRadius,
  radiusOptionsMeters,
  roundPoint,
} from './location-value.ts';
import type { MapPoint } from '../markers/map-model.ts';
import { MapView } from '../map-view.tsx';
import { PlaceSearch } from './place-search.tsx';

export interface LocationPickerProps {
  value: LocationValue | null;
  onChange(value: LocationValue | null): void;
  error?: ReactNode;
  label?: string;
  required?: boolean;
}

/**
 * Lets the user choose a campaign's location and radius: by search, by the device's position, or by a click
 * or a dragged pin on the map. Only fine adjustment needs the map and a mouse.
 */
export function LocationPicker({
  value,
  onChange,
  error,
  label = t('Location'),
  required = true,
}: LocationPickerProps) {
  const [emptyRadius, setEmptyRadius] = useState<number>(defaultRadiusMeters);
  const radius = value?.radius ?? emptyRadius;
  const { pickPoint, pickCurrentPosition, cancel, notice, isLocating } = usePointPicking((point, address) =>
    onChange({ address, ...point, radius }),
  );

  return (
    <div className={classes.picker}>
      <div className={classes.fields}>
        <PlaceSearch
          label={label}
          required={required}
          chosenAddress={value?.address ?? ''}
          error={error}
          onChoose={({ address, lat, lng, placeId }) => {
            cancel();
            onChange({ address, lat, lng, radius, placeId });
          }}
          onClear={() => {
            cancel();
            onChange(null);
          }}
          action={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              loading={isLocating}
              aria-label={t('Use my current location')}
              title={t('Use my current location')}
              onClick={pickCurrentPosition}
            >
              <IconCurrentLocation size={20} stroke={1.8} />
            </ActionIcon>
          }
        />
        <Select
          label={t('Radius')}
          data={radiusOptionsMeters.map((meters) => ({ value: String(meters), label: formatRadius(meters) }))}
          value={String(radius)}
          allowDeselect={false}
          onChange={(chosen) => {
            const meters = Number(chosen ?? defaultRadiusMeters);
            setEmptyRadius(meters);
            if (value) onChange({ ...value, radius: meters });
          }}
        />
      </div>
      {notice ? (
        <p className={classes.notice} role="alert">
          {notice}
        </p>
      ) : null}
      <MapView
        label={t('Map of the campaign location')}
        center={value ?? defaultCenter}
        zoom={value ? 15 : 13}
        height={280}
        fit={value !== null}
        ring={value ? { lat: value.lat, lng: value.lng, radiusMeters: value.radius } : undefined}
        markers={
          value
            ? [
                {
                  id: 'place',
                  lat: value.lat,
                  lng: value.lng,
                  label: t('Chosen location: {address}', { address: value.address }),
                  onMove: pickPoint,
                },
              ]
            : []
        }
        onPick={pickPoint}
        listFallback={<p className={classes.hint}>{t('Use the search above to choose a location.')}</p>}
      />
      <Summary value={value} />
    </div>
  );
}

function Summary({ value }: { value: LocationValue | null }) {
  return (
    <div className={classes.summary} aria-live="polite">
      <IconMapPin size={20} stroke={1.8} aria-hidden />
      {value ? (
        <p className={classes.text}>
          <strong>{value.address}</strong>
          <span className={classes.details}>
            {t('Counts within {radius} ({miles}) of {position}', {
              radius: formatRadius(value.radius),
              miles: formatMiles(value.radius),
              position: `${value.lat.toFixed(5)}, ${value.lng.toFixed(5)}`,
            })}
          </span>
        </p>
      ) : (
        <p className={classes.hint}>
          {t('Search for a place, use your current location, or click on the map.')}
        </p>
      )}
    </div>
  );
}

/** Looks up the address of a picked point. If several lookups are pending, only the last one counts. */
function usePointPicking(onPicked: (point: MapPoint, address: string) => void) {
  const latest = useRef(0);
  const [notice, setNotice] = useState<string | null>(null);
  const [isLocating, setIsLocating] = useState(false);

  const begin = () => {
    setNotice(null);
    latest.current += 1;
    const mine = latest.current;
    return () => mine === latest.current;
  };

  const nameAndPick = async (point: MapPoint, isLatest: () => boolean) => {
    const rounded = roundPoint(point);
    const { place } = await call(reversePlace, { query: rounded });
    if (!isLatest()) return;
    if (place) onPicked(rounded, place.address);
    else setNotice(t('Please choose a place in the United States.'));
  };

  const fail = (reason: unknown, isLatest: () => boolean) => {
    const text = reason instanceof Error && !('status' in reason) ? reason.message : undefined;
    if (isLatest())
      setNotice(text ?? getErrorText(reason, t('Could not look up this location. Please try again.')));
  };

  return {
    notice,
    isLocating,
    cancel: () => void begin(),
    pickPoint: (point: MapPoint) => {
      const isLatest = begin();
      nameAndPick(point, isLatest).catch((reason: unknown) => fail(reason, isLatest));
    },
    pickCurrentPosition: () => {
      const isLatest = begin();
      setIsLocating(true);
      readCurrentPosition()
        .then((point) => nameAndPick(point, isLatest))
        .catch((reason: unknown) => fail(reason, isLatest))
        .finally(() => setIsLocating(false));
    },
  };
}
