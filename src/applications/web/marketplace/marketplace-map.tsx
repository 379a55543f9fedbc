import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { computeHourlyPay, formatPayUnit } from '#campaigns/web/campaign-labels.ts';
import { t } from '#kernel/text.ts';
import { getLocale } from '#kernel/language.ts';
import { rich } from '#platform/web/rich.ts';
import type { MapMarker, MapViewport } from '#platform/web/maps/markers/map-model.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { toArea, parsePoint } from './marketplace-area.ts';
import classes from './marketplace.module.css';
import type { Marketplace } from './use-marketplace.ts';

interface MarketplaceMapProps {
  marketplace: Marketplace;
  hoveredId: string | null;
  onHover: (id: string | null) => void;
}

/** The middle of the country, shown if no campaign is found to fit the map to. */
const defaultCenter = { lat: 39.5, lng: -98.35 };
const DEFAULT_ZOOM = 3;

/** Shows the listed campaigns. If the user moves the map, offers to search the new area. */
export function MarketplaceMap({ marketplace, hoveredId, onHover }: MarketplaceMapProps) {
  const { filters, change } = marketplace;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [moved, setMoved] = useState<MapViewport | null>(null);
  /** The last search from this map: the map does not refit to its results. */
  const [askedNear, setAskedNear] = useState<string | null>(null);
  const campaigns = (marketplace.campaigns ?? []).filter(({ locationDetails }) => locationDetails !== null);
  const point = parsePoint(filters.near);
  const searchHere = () => {
    if (!moved) return;
    const area = toArea(moved.bounds);
    setAskedNear(area.near);
    setMoved(null);
    change(area);
  };
  return (
    <section className={classes.mapFrame} aria-label={t('Map of the campaigns')}>
      <MapView
        label={t('Map of the campaigns found')}
        height="100%"
        center={point ?? defaultCenter}
        zoom={point ? 11 : DEFAULT_ZOOM}
        markers={campaigns.flatMap(toMarkers)}
        ring={point && filters.radius !== null ? { ...point, radiusMeters: filters.radius } : undefined}
        fit={filters.near === null || filters.near !== askedNear}
        hoveredId={hoveredId}
        onHover={onHover}
        selectedId={selectedId}
        onSelect={setSelectedId}
        onMove={(viewport) => {
          if (viewport.isByHand) setMoved(viewport);
        }}
        listFallback={<p className={classes.mapHint}>{t('The list shows the same campaigns.')}</p>}
      />
      {moved ? (
        <Button
          className={classes.searchHere}
          size="sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={searchHere}
        >
          {t('Search this area')}
        </Button>
      ) : null}
    </section>
  );
}

function toMarkers(campaign: Campaign): MapMarker[] {
  const { id, title, company, locationDetails, payRate, campaignType, startTime, timeZone } = campaign;
  if (!locationDetails) return [];
  const hourly = computeHourlyPay(campaign);
  const pay = wholeDollars(hourly ?? payRate);
  return [
    {
      id,
      lat: locationDetails.lat,
      lng: locationDetails.lng,
      label: t('{title}, {pay} per {unit}', {
        title,
        pay,
        unit: hourly ? t('hour') : formatPayUnit(campaignType),
      }),
      text: hourly ? t('{pay}/hr', { pay }) : pay,
      popup: (
        <div className={classes.popup}>
          <Link className={classes.popupTitle} to={`/campaigns/${id}`}>
            {title}
          </Link>
          <span>{company}</span>
          <span>
            {rich(
              '<money></money> per {unit}',
              { money: <Money amount={payRate} short /> },
              { unit: formatPayUnit(campaignType) },
            )}
          </span>
          {startTime ? <time dateTime={startTime}>{formatZonedTime(startTime, timeZone)}</time> : null}
        </div>
      ),
    },
  ];
}

/** '$27' for '26.67': map markers have no room for cents. */
function wholeDollars(amount: string): string {
  return `$${Math.round(Number(amount)).toLocaleString(getLocale())}`;
}
