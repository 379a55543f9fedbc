import { ActionIcon, SegmentedControl, Select } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { circleAround } from '#kernel/geometry/polygon.ts';
import { t } from '#kernel/text.ts';
import { reversePlace } from '../../../places-contract.ts';
import { call, getErrorText } from '../../call.ts';
import { readCurrentPosition } from './current-position.ts';
import { AreaEditor } from './area-editor.tsx';
import classes from './location-picker.module.css';
import {
  defaultCenter,
  defaultRadiusMeters,
  findOfferedRadius,
  type LocationValue,
  formatMiles,
  formatRadius,
  radiusOptionsMeters,
  roundPoint,
} from './location-value.ts';
import { type MapPoint, toRing } from '../markers/map-model.ts';
import { MapView } from '../map-view.tsx';
import { PlaceSearch } from './place-search.tsx';
import { useAreaEditing } from './use-area-editing.ts';

export interface LocationPickerProps {
  value: LocationValue | null;
  onChange(value: LocationValue | null): void;
  error?: ReactNode;
  label?: string;
  required?: boolean;
  /** Without it, only circles are offered. */
  describeArea?: (corners: readonly MapPoint[]) => AreaDescription;
}

export interface AreaDescription {
  size: string;
  problem: string | null;
}

/** Nothing needs the map or a mouse. */
export function LocationPicker({
  value,
  onChange,
  error,
  label = t('Location'),
  required = true,
  describeArea,
}: LocationPickerProps) {
  const [emptyRadius, setEmptyRadius] = useState<number>(defaultRadiusMeters);
  const radius = value?.radius ?? emptyRadius;
  const area = useAreaEditing(value, (corners) => {
    if (value)
      onChange({ ...value, radius: corners ? value.radius : findOfferedRadius(value.radius), corners });
  });
  const choose = (place: Pick<LocationValue, 'address' | 'lat' | 'lng' | 'placeId'>) => {
    const corners = area.moveTo(place);
    onChange({ ...place, radius, ...(corners && { corners }) });
  };
  const { pickPoint, pickCurrentPosition, cancel, notice, isLocating } = usePointPicking((point, address) =>
    choose({ address, ...point }),
  );
  const described = area.corners && describeArea?.(area.corners);

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
            choose({ address, lat, lng, placeId });
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
        {area.corners ? null : (
          <Select
            label={t('Radius')}
            data={radiusOptionsMeters.map((meters) => ({
              value: String(meters),
              label: formatRadius(meters),
            }))}
            value={String(radius)}
            allowDeselect={false}
            onChange={(chosen) => {
              const meters = Number(chosen ?? defaultRadiusMeters);
              setEmptyRadius(meters);
              if (value) onChange({ ...value, radius: meters });
            }}
          />
        )}
      </div>
      {describeArea ? (
        <SegmentedControl
          aria-label={t('Shape of the zone')}
          radius="xl"
          w="fit-content"
          disabled={value === null}
          data={[
            { value: 'circle', label: t('Circle') },
            { value: 'area', label: t('Drawn area') },
          ]}
          value={area.corners ? 'area' : 'circle'}
          onChange={(shape) => area.setShape(shape === 'area' ? 'area' : 'circle')}
        />
      ) : null}
      {notice ? (
        <p className={classes.notice} role="alert">
          {notice}
        </p>
      ) : null}
      <MapView
        label={t('Map of the campaign location')}
        center={value ?? defaultCenter}
        // Without a place, far enough out for the offline map to show the coast and the towns around.
        zoom={value ? 15 : 10.5}
        height={area.corners ? 360 : 280}
        // A drawn area stays where it is while its corners move.
        fit={value !== null && !area.canUndo}
        ring={area.corners ? { ...circleAround(area.corners), corners: area.corners } : toRing(value)}
        {...(area.corners && { selectedId: area.selectedId, onSelect: area.select })}
        markers={
          area.corners
            ? area.markers
            : value
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
        onPick={area.corners ? area.add : pickPoint}
        listFallback={<p className={classes.hint}>{t('Use the search above to choose a location.')}</p>}
      />
      {area.corners ? (
        <AreaEditor
          corners={area.corners}
          selected={area.selected}
          problem={described?.problem ?? null}
          canUndo={area.canUndo}
          onSelect={area.setSelected}
          onChange={area.replace}
          onSplit={area.split}
          onUndo={area.undo}
          onReset={area.reset}
        />
      ) : null}
      <Summary value={value} areaSize={described?.size} />
    </div>
  );
}

function Summary({ value, areaSize }: { value: LocationValue | null; areaSize: string | undefined }) {
  return (
    <div className={classes.summary} aria-live="polite">
      <IconMapPin size={20} stroke={1.8} aria-hidden />
      {value ? (
        <p className={classes.text}>
          <strong>{value.address}</strong>
          <span className={classes.details}>
            {areaSize === undefined
              ? t('Counts within {radius} ({miles}) of {position}', {
                  radius: formatRadius(value.radius),
                  miles: formatMiles(value.radius),
                  position: `${value.lat.toFixed(5)}, ${value.lng.toFixed(5)}`,
                })
              : t('Counts inside the drawn area ({size}). Drag its corners, or press the map to add one.', {
                  size: areaSize,
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

/** If several lookups are pending, only the last one counts. */
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
