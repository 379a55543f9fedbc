import { Text } from '@mantine/core';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { type MapMarker, toRing } from '#platform/web/maps/markers/map-model.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import type { Fix } from '../../contract.ts';
import type { Published } from '../tracker/shared-progress.ts';
import classes from '../tracker/panel/tracking-panel.module.css';

interface TrackingMapProps {
  campaign: Campaign;
  position: Fix | null;
  /** Undefined until the server answers. Null if the advertiser sees no position yet. */
  published: Published | null | undefined;
}

export function TrackingMap({ campaign, position, published }: TrackingMapProps) {
  const place = campaign.locationDetails;
  if (!place) return null;
  const markers: MapMarker[] = [];
  if (position) {
    markers.push({
      id: 'own',
      lat: position.latitude,
      lng: position.longitude,
      label: t('You (visible only to you)'),
    });
  }
  if (published) {
    markers.push({
      id: 'published',
      lat: published.latitude,
      lng: published.longitude,
      label: t('What the advertiser sees'),
      isLive: true,
    });
  }
  return (
    <figure className={classes.map}>
      <MapView
        label={t('Campaign area of {title}', { title: campaign.title })}
        center={place}
        ring={toRing(place)}
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
  if (published === undefined) return t('The dashed circle is the campaign’s area.');
  if (published === null) {
    return t('The advertiser sees that you’re on your way. Your approximate position appears within 3 km.');
  }
  return t(
    'The advertiser sees the green dot (accurate to about {accuracy} m) and whether you’re inside the area. The pin is your exact position, visible only to you.',
    { accuracy: published.accuracy },
  );
}
