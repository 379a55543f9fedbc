import { Button, Radio, Stack, Switch } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useClock } from '../../clock.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { defaultCenter } from '../picker/location-value.ts';
import type { MapMarker, MapPoint } from '../markers/map-model.ts';
import { MapSettingsProvider, useMapSettings } from '../map-settings.tsx';
import classes from './map-test-page.module.css';
import { MapTestFacts } from './map-test-facts.tsx';
import { MapTestPlaces } from './map-test-places.tsx';
import { formatPoint } from '../picker/format-point.ts';
import { MapView } from '../map-view.tsx';
import { getStyleLoader } from '../style/style-loader.ts';

export const handle: PageHandle = { visitors: true };
export const meta = pageMeta('Map Test');

/** An address that always fails: the server has no such route. */
const missingStyleUrl = '/api/no-such-map-style';

const styleChoices = {
  own: 'This installation’s style',
  offline: 'Bundled boundaries (offline)',
  missing: 'A missing style, to test retries',
} as const;
type StyleChoice = keyof typeof styleChoices;

export default function MapTestPage() {
  const own = useMapSettings();
  const [choice, setChoice] = useState<StyleChoice>('own');
  const styleUrl = { own: own.styleUrl, offline: null, missing: missingStyleUrl }[choice];
  const settings = useMemo(() => ({ styleUrl }), [styleUrl]);
  const [point, setPoint] = useState<MapPoint | null>(null);
  const { lines, log } = useLog();
  return (
    <MapSettingsProvider value={settings}>
      <PageHeader
        title="Map Test"
        description="Test maps and place search in this browser. Nothing is stored."
      />
      <div className={classes.columns}>
        <Stack gap="lg">
          <Panel title="Map">
            <Stack gap="md">
              <Radio.Group
                label="Style"
                value={choice}
                onChange={(value) => setChoice(value === 'offline' || value === 'missing' ? value : 'own')}
              >
                <Stack gap={6} mt={6}>
                  {Object.entries(styleChoices).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </Stack>
              </Radio.Group>
              <TestedMap point={point} onPick={setPoint} />
              <MapTestFacts onLog={log} />
            </Stack>
          </Panel>
          <MapTestPlaces point={point} onPoint={setPoint} onLog={log} />
        </Stack>
        <LogPanel lines={lines} />
      </div>
    </MapSettingsProvider>
  );
}

/** The log is never sent or stored. */
function useLog() {
  const clock = useClock();
  const [lines, setLines] = useState<readonly string[]>([]);
  const log = useCallback(
    (text: string) =>
      setLines((earlier) => [...earlier, `${clock.now().toISOString().slice(11, 23)} ${text}`]),
    [clock],
  );
  return { lines, log };
}

function LogPanel({ lines }: { lines: readonly string[] }) {
  return (
    <Panel title="Log" sticky>
      {/* Focusable, so that keyboard users can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.log} role="log" aria-label="Log" tabIndex={0}>
        <ol className={classes.lines}>
          {lines.map((line, index) => (
            // The list only grows at its end.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{line}</li>
          ))}
        </ol>
      </section>
    </Panel>
  );
}

function TestedMap({ point, onPick }: { point: MapPoint | null; onPick: (point: MapPoint) => void }) {
  const { styleUrl } = useMapSettings();
  const clock = useClock();
  const [isBreaking, setBreaking] = useState(false);
  const [hasCrowd, setCrowd] = useState(false);
  // The map breaks once, and Try again then restores it.
  useEffect(() => (isBreaking ? clock.after(0, () => setBreaking(false)) : undefined), [isBreaking, clock]);
  const markers: MapMarker[] = [
    ...(point ? [{ id: 'point', ...point, label: 'The chosen point', onMove: onPick }] : []),
    ...(hasCrowd ? crowd : []),
    ...(isBreaking ? [brokenMarker] : []),
  ];
  return (
    <>
      <MapView
        label="Test map"
        center={point ?? defaultCenter}
        markers={markers}
        {...(isBreaking && { selectedId: brokenMarker.id, onSelect: doNothing })}
        fit={point !== null && !hasCrowd}
        onPick={onPick}
        height={320}
        listFallback={<p className={classes.note}>{point ? formatPoint(point) : 'No point chosen.'}</p>}
      />
      <Switch
        label="Show 200 markers around San Francisco"
        checked={hasCrowd}
        onChange={(event) => setCrowd(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="sm"
          disabled={styleUrl === null}
          onClick={() => styleUrl && getStyleLoader(clock).reload(styleUrl)}
        >
          Reload the style
        </Button>
        <Button variant="default" size="sm" onClick={() => setBreaking(true)}>
          Break the map
        </Button>
      </div>
    </>
  );
}

/** About 2 km in radius. The last two markers share one point. */
const crowd: readonly MapMarker[] = Array.from({ length: 200 }, (_, index) => {
  const place = Math.min(index, 198);
  const [angle, distance] = [place * 2.4, Math.sqrt(place) * 0.0012];
  return {
    id: `crowd ${index}`,
    lat: defaultCenter.lat + Math.sin(angle) * distance,
    lng: defaultCenter.lng + (Math.cos(angle) * distance) / Math.cos((defaultCenter.lat * Math.PI) / 180),
    label: `Marker ${index + 1}`,
    text: `No. ${index + 1}`,
    popup: <p className={classes.note}>Marker {index + 1} of 200</p>,
  };
});

const doNothing = () => undefined;

const brokenMarker: MapMarker = {
  id: 'broken',
  ...defaultCenter,
  label: 'A marker that breaks the map',
  popup: <Broken />,
};

function Broken(): never {
  throw new Error('broken on purpose, on the page /map-test');
}
