import { t } from '#kernel/text.ts';
import classes from './map-underlay.module.css';
import { computeBounds, type MapContentProps, type MapPoint } from './markers/map-model.ts';

const METERS_PER_DEGREE = 111_195;
const GRID = 40;
/** Half the pixels that the content may take. A phone is about 320 pixels wide inside its page. */
const HALF_WIDTH = 120;
const LONGEST_SCALE = 90;
/** At this zoom, a pixel at the equator is this many metres. */
const METERS_PER_PIXEL_AT_ZERO = 78_271;

interface MapUnderlayProps extends Pick<
  MapContentProps,
  'center' | 'zoom' | 'markers' | 'ring' | 'rings' | 'place'
> {
  height: number | string;
}

/** Needs no map engine, so it is there at once, and stays if the engine never loads. */
export function MapUnderlay({
  center,
  zoom = 13,
  markers = [],
  ring,
  rings,
  place,
  height,
}: MapUnderlayProps) {
  const zones = ring ? [ring] : (rings ?? []);
  const bounds = computeBounds(markers, zones);
  const middle = bounds ? { lng: (bounds[0] + bounds[2]) / 2, lat: (bounds[1] + bounds[3]) / 2 } : center;
  const east = METERS_PER_DEGREE * Math.max(0.05, Math.cos((middle.lat * Math.PI) / 180));
  const halfHeight = typeof height === 'number' ? height / 2 - 40 : HALF_WIDTH;
  const metersPerPixel = Math.max(
    bounds
      ? Math.max(
          ((bounds[2] - bounds[0]) * east) / (2 * HALF_WIDTH),
          ((bounds[3] - bounds[1]) * METERS_PER_DEGREE) / (2 * halfHeight),
        )
      : 0,
    bounds && zones.length > 0 ? 0 : METERS_PER_PIXEL_AT_ZERO / 2 ** zoom,
  );
  const toPixels = ({ lat, lng }: MapPoint) => ({
    cx: ((lng - middle.lng) * east) / metersPerPixel,
    cy: ((middle.lat - lat) * METERS_PER_DEGREE) / metersPerPixel,
  });
  const scale = findScale(metersPerPixel);
  return (
    <div className={classes.underlay} aria-hidden>
      <svg width="100%" height="100%">
        {/* The middle of the frame is 0, 0. */}
        <svg x="50%" y="50%" overflow="visible">
          {Array.from({ length: 61 }, (_, index) => (index - 30) * GRID).map((at) => (
            <path key={at} className={classes.grid} d={`M${at} -1200V1200M-1200 ${at}H1200`} />
          ))}
          {zones.map((zone, index) =>
            // Two campaigns may have the same zone.
            zone.corners ? (
              <polygon
                key={`zone-${index}`}
                className={classes.zone}
                points={zone.corners
                  .map(toPixels)
                  .map(({ cx, cy }) => `${cx},${cy}`)
                  .join(' ')}
              />
            ) : (
              <circle
                key={`zone-${index}`}
                className={classes.zone}
                {...toPixels(zone)}
                r={zone.radiusMeters / metersPerPixel}
              />
            ),
          )}
          {markers.map((marker) => (
            <circle
              key={marker.id}
              className={classes.marker}
              data-live={marker.isLive || undefined}
              {...toPixels(marker)}
              r="6"
            />
          ))}
        </svg>
      </svg>
      {place ? <span className={classes.place}>{place}</span> : null}
      <span className={classes.scale} style={{ width: scale.meters / metersPerPixel }}>
        {scale.text}
      </span>
    </div>
  );
}

function findScale(metersPerPixel: number): { meters: number; text: string } {
  const most = LONGEST_SCALE * metersPerPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const meters = ([5, 2].find((factor) => factor * power <= most) ?? 1) * power;
  return {
    meters,
    text: meters < 1000 ? t('{meters} m', { meters }) : t('{kilometers} km', { kilometers: meters / 1000 }),
  };
}
