import { Text } from '@mantine/core';
import type { Campaign } from '#campaigns/contract.ts';
import type { MapMarker } from '#platform/web/maps/map-model.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import type { Fix } from '../contract.ts';
import type { Published } from './shared-progress.ts';
import classes from './tracking-panel.module.css';

interface TrackingMapProps {
  campaign: Campaign;
  position: Fix | null;
  /** Undefined: not known yet. Null: nothing is shown to the advertiser yet. */
  published: Published | null | undefined;
}

/** The campaign's area, where I am, and what the advertiser sees of it. */
export function TrackingMap({ campaign, position, published }: TrackingMapProps) {
  const place = campaign.locationDetails;
  if (!place) return null;
  const markers: MapMarker[] = [];
  if (position) {
    markers.push({
      id: 'own',
      lat: position.latitude,
      lng: position.longitude,
      label: 'You; only you see this',
    });
  }
  if (published) {
    markers.push({
      id: 'published',
      lat: published.latitude,
      lng: published.longitude,
      label: 'What the advertiser sees',
      isLive: true,
    });
  }
  return (
    <figure className={classes.map}>
      <MapView
        label={`Campaign area of ${campaign.title}`}
        center={place}
        ring={{ lat: place.lat, lng: place.lng, radiusMeters: place.radius }}
        markers={markers}
        fit
        height={240}
      />
      <Text component="figcaption" size="sm" c="dimmed" mt={8}>
        {publishedText(published)}
      </Text>
    </figure>
  );
}

function publishedText(published: Published | null | undefined): string {
  if (published === undefined) return 'The dashed circle is the campaign’s area.';
  if (published === null) {
    return 'The advertiser sees that you are on the way, without a place: a place is shown from 3 km on.';
  }
  return `The green dot is what the advertiser sees of you, true to about ${published.accuracy} m, and whether you are inside the area. The pin is you; the advertiser never sees it.`;
}
