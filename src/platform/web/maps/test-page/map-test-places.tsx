import type { ResponseOf } from '#kernel/endpoint.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  getPlacesStatus,
  type Place,
  type PlaceProviderName,
  reversePlace,
  searchPlaces,
} from '../../../places-contract.ts';
import { call, getErrorText } from '../../call.ts';
import { useEndpoint } from '../../query.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { readCurrentPosition } from '../picker/current-position.ts';
import { roundPoint } from '../picker/location-value.ts';
import type { MapPoint } from '../markers/map-model.ts';
import classes from './map-test-page.module.css';
import { formatPoint } from '../picker/format-point.ts';
import { getErrorMessage } from '../style/retry.ts';

interface MapTestPlacesProps {
  point: MapPoint | null;
  onPoint(point: MapPoint): void;
  onLog(text: string): void;
}

export function MapTestPlaces({ point, onPoint, onLog }: MapTestPlacesProps) {
  const measured = useMeasuredCall(onLog);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly Place[] | null>(null);
  const [named, setNamed] = useState<string | null>(null);
  const provider = useProviderText();

  const search = (event: FormEvent) => {
    event.preventDefault();
    void measured
      .run(
        `Places: “${query.trim()}”`,
        () => call(searchPlaces, { query: { q: query.trim(), limit: 8 } }),
        (places) => `${places.length} found${formatFallback(places[0])}`,
      )
      .then((places) => places && setFound(places));
  };
  const name = (at: MapPoint) =>
    measured
      .run(
        `Reverse: ${formatPoint(at)}`,
        () => call(reversePlace, { query: roundPoint(at) }),
        ({ place }) =>
          place ? `${place.address}${formatFallback(place)}` : 'no address nearby in the United States',
      )
      .then(
        (answer) => answer && setNamed(answer.place?.address ?? 'No address nearby in the United States.'),
      );
  const locate = () =>
    void measured
      .run('Position', () => readCurrentPosition(), formatPoint)
      .then((position) => {
        if (!position) return undefined;
        onPoint(position);
        return name(position);
      });

  return (
    <Panel title="Places">
      <Stack gap="md">
        <p className={classes.note}>{provider}</p>
        <form className={classes.row} onSubmit={search}>
          <TextInput
            className={classes.grow}
            label="Place search"
            placeholder="City, neighborhood or ZIP code"
            maxLength={100}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!query.trim()} loading={measured.isBusy}>
            Search
          </Button>
        </form>
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="sm"
            disabled={!point || measured.isBusy}
            onClick={() => point && void name(point)}
          >
            Look up the address
          </Button>
          <Button variant="default" size="sm" disabled={measured.isBusy} onClick={locate}>
            Use my current position
          </Button>
        </div>
        <output className={classes.note}>
          {measured.result ?? 'Click the map or drag the pin to choose a point.'}
        </output>
        {measured.failure ? (
          <p className={classes.failure} role="alert">
            {measured.failure}
          </p>
        ) : null}
        {point ? (
          <dl className={classes.facts}>
            <dt>Point</dt>
            <dd>{formatPoint(point)}</dd>
            <dt>Address</dt>
            <dd>{named ?? 'Not looked up yet'}</dd>
          </dl>
        ) : null}
        {found ? <Found places={found} onPoint={onPoint} /> : null}
      </Stack>
    </Panel>
  );
}

function Found({ places, onPoint }: { places: readonly Place[]; onPoint(point: MapPoint): void }) {
  if (places.length === 0) return <p className={classes.note}>No place found. Try the city or a ZIP code.</p>;
  return (
    <ul className={classes.found}>
      {places.map((place) => (
        <li key={place.placeId}>
          <button
            type="button"
            className={classes.place}
            onClick={() => onPoint({ lat: place.lat, lng: place.lng })}
          >
            {place.address}
          </button>
          <span className={classes.note}>{place.placeId}</span>
        </li>
      ))}
    </ul>
  );
}

const formatFallback = (place: Place | undefined) =>
  place?.insteadOf ? `, from the bundled list because ${place.insteadOf} did not answer` : '';

const names: Record<PlaceProviderName, string> = {
  photon: 'Photon',
  nominatim: 'Nominatim',
  google: 'Google',
};

function useProviderText(): string {
  const { data, isError } = useEndpoint(getPlacesStatus, undefined, { staleTime: 0 });
  if (isError) return 'Could not load the search provider.';
  if (!data) return 'Loading the search provider...';
  const { places, zipCodes, loadedInMilliseconds } = data.list;
  const list = `The bundled list has ${places.toLocaleString('en-US')} places and ${zipCodes.toLocaleString('en-US')} ZIP codes; the server loaded it in ${loadedInMilliseconds} ms.`;
  if (data.provider === 'offline') return `Results come from the bundled list. ${list}`;
  return `Results come from ${names[data.provider]}.${formatProviderState(data)} ${list}`;
}

function formatProviderState({ isAnswering, failure }: ResponseOf<typeof getPlacesStatus>): string {
  if (isAnswering === false) return ` It is not responding right now (${failure}).`;
  return failure === 'not-understood' ? ' It rejected the last request.' : '';
}

function useMeasuredCall(log: (text: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    isBusy,
    result,
    failure,
    run: async <Answer,>(
      what: string,
      ask: () => Promise<Answer>,
      tell: (answer: Answer) => string,
    ): Promise<Answer | undefined> => {
      setBusy(true);
      setFailure(null);
      const begun = performance.now();
      const note = (text: string) => {
        const line = `${what}: ${text} (${(performance.now() - begun).toFixed(0)} ms)`;
        log(line);
        return line;
      };
      try {
        const answer = await ask();
        setResult(note(tell(answer)));
        return answer;
      } catch (error) {
        const reason = getErrorText(error, getErrorMessage(error));
        note(`failed, ${reason}`);
        setResult(null);
        setFailure(reason);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
