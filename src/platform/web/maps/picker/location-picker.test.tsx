import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Place, reversePlace, searchPlaces } from '../../../places-contract.ts';
import { type ManualClock, createManualClock } from '../../manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '../../screen-test.tsx';
import { stubProperty } from '../../test-cleanup.ts';
import { LocationPicker } from './location-picker.tsx';
import { defaultCenter, type LocationValue } from './location-value.ts';

const sanFrancisco: Place = {
  placeId: 'geonames:5391959',
  name: 'San Francisco',
  address: 'San Francisco, CA',
  city: 'San Francisco',
  state: 'CA',
  lat: 37.7749,
  lng: -122.4194,
};
const sanJose: Place = {
  ...sanFrancisco,
  placeId: 'geonames:5392171',
  name: 'San Jose',
  address: 'San Jose, CA',
  city: 'San Jose',
  lat: 37.3394,
  lng: -121.895,
};

const chosen: LocationValue = { address: 'San Francisco, CA', lat: 37.7749, lng: -122.4194, radius: 1000 };

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock(new Date('2026-11-02T15:00:00Z'));
});

function showPicker(initial: LocationValue | null = null, error?: string) {
  const values: (LocationValue | null)[] = [];
  let sent = 0;
  function Form() {
    const [value, setValue] = useState(initial);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <LocationPicker
          value={value}
          error={error}
          onChange={(next) => {
            values.push(next);
            setValue(next);
          }}
        />
        <button type="submit">Send</button>
      </form>
    );
  }
  renderScreen(<Form />, { clock });
  return { values, timesSent: () => sent };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Location/ });
const pointedAt = () => field().getAttribute('aria-activedescendant');

async function write(text: string): Promise<void> {
  await userEvent.keyboard(text);
  act(() => clock.advance(150));
}
async function search(text: string): Promise<void> {
  await userEvent.click(field());
  await write(text);
}

describe('with the keyboard', () => {
  it('chooses the first result with Enter, without submitting the form', async () => {
    const calls = stubNetwork(stubCall(searchPlaces, [sanFrancisco, sanJose]));
    const { values, timesSent } = showPicker();
    await userEvent.tab();
    expect(document.activeElement).toBe(field());
    await write('san');
    await screen.findByRole('option', { name: 'San Jose, CA' });
    expect(pointedAt()).toBeNull();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 places found'));
    await userEvent.keyboard('{Enter}');
    expect(values).toEqual([{ ...chosen, placeId: 'geonames:5391959' }]);
    expect(field().value).toBe('San Francisco, CA');
    expect(screen.getByText(/1 km \(0\.6 miles\)/)).toBeTruthy();
    expect(timesSent()).toBe(0);
    expect(calls.map((call) => call.query)).toEqual([{ q: 'san', limit: '8' }]);
  });

  it.each([
    ['{ArrowDown}', 'San Francisco, CA'],
    ['{ArrowDown}{ArrowDown}', 'San Jose, CA'],
    ['{ArrowUp}', 'San Jose, CA'],
  ])('%s and Enter take %s', async (keys, address) => {
    stubNetwork(stubCall(searchPlaces, [sanFrancisco, sanJose]));
    const { values } = showPicker();
    await search('san');
    await screen.findByRole('option', { name: 'San Jose, CA' });
    await userEvent.keyboard(keys);
    expect(document.getElementById(pointedAt() ?? '')?.textContent).toBe(address);
    await userEvent.keyboard('{Enter}');
    expect(values.at(-1)).toMatchObject({ address });
  });

  it('closes with Escape and reopens on typing, with no option selected', async () => {
    stubNetwork(stubCall(searchPlaces, [sanFrancisco, sanJose]));
    const { values } = showPicker();
    await search('san');
    await screen.findByRole('option', { name: 'San Jose, CA' });
    expect(field().getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(field().getAttribute('aria-expanded')).toBe('false');
    await write(' j');
    await screen.findByRole('option', { name: 'San Jose, CA' });
    expect(pointedAt()).toBeNull();
    expect(values).toEqual([]);
  });

  it('does not submit the form with an incomplete name', async () => {
    stubNetwork(stubCall(searchPlaces, []));
    const { values, timesSent } = showPicker();
    await search('zzzz{Enter}');
    await screen.findByText('No place found. Try the city or a ZIP code.');
    await userEvent.keyboard('{Enter}');
    expect(timesSent()).toBe(0);
    expect(values).toEqual([]);
  });
});

it('begins in San Francisco', () => {
  expect(defaultCenter).toEqual({ lat: 37.7749, lng: -122.4194 });
});

it('offers eight radii and keeps the location when the user chooses one', async () => {
  const { values } = showPicker(chosen);
  await userEvent.click(screen.getByRole('combobox', { name: 'Radius' }));
  const options = within(await screen.findByRole('listbox', { name: 'Radius' })).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    '100 m',
    '250 m',
    '500 m',
    '1 km',
    '2 km',
    '3 km',
    '5 km',
    '10 km',
  ]);
  await userEvent.click(options[6] ?? document.body);
  expect(values).toEqual([{ ...chosen, radius: 5000 }]);
  expect(screen.getByText(/Counts within 5 km/)).toBeTruthy();
});

it('keeps a radius chosen before the location', async () => {
  stubNetwork(stubCall(searchPlaces, [sanFrancisco]));
  const { values } = showPicker();
  await userEvent.click(screen.getByRole('combobox', { name: 'Radius' }));
  await userEvent.click(await screen.findByRole('option', { name: '2 km' }));
  await search('san');
  await userEvent.click(await screen.findByRole('option', { name: 'San Francisco, CA' }));
  expect(values).toEqual([expect.objectContaining({ radius: 2000 })]);
});

it('clears the location when the user empties the field', async () => {
  const { values } = showPicker(chosen);
  await userEvent.clear(field());
  expect(values).toEqual([null]);
});

it('shows the form’s error on the field', () => {
  showPicker(null, 'Location is required');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Location is required')).toBeTruthy();
});

it('shows an error if the search fails, and retries', async () => {
  stubNetwork(stubRefusal(searchPlaces, 'request/too-many'));
  const { values } = showPicker();
  await search('san');
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  stubNetwork(stubCall(searchPlaces, [sanFrancisco]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('option', { name: 'San Francisco, CA' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(values).toHaveLength(1);
});

it('tells the user if results come only from the bundled list', async () => {
  stubNetwork(stubCall(searchPlaces, [{ ...sanFrancisco, insteadOf: 'photon' }]));
  showPicker();
  await search('san');
  expect(await screen.findByText(/Address search is unavailable/)).toBeTruthy();
});

describe('the current location', () => {
  function deviceAnswers(position: { latitude: number; longitude: number } | { code: number }) {
    stubProperty(navigator, 'geolocation', {
      getCurrentPosition: (found: (stubCall: unknown) => void, failed: (stubCall: unknown) => void) =>
        'code' in position ? failed(position) : found({ coords: position }),
    });
  }
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Use my current location' }));

  it('is looked up and set with six decimals', async () => {
    deviceAnswers({ latitude: 37.795_512_345, longitude: -122.393_712_345 });
    const calls = stubNetwork(stubCall(reversePlace, { place: sanFrancisco }));
    const { values } = showPicker();
    await press();
    await waitFor(() =>
      expect(values).toEqual([
        { address: 'San Francisco, CA', lat: 37.795512, lng: -122.393712, radius: 1000 },
      ]),
    );
    expect(calls[0]?.query).toEqual({ lat: '37.795512', lng: '-122.393712' });
  });

  it('is refused outside the United States', async () => {
    deviceAnswers({ latitude: 35.68, longitude: 139.76 });
    stubNetwork(stubCall(reversePlace, { place: null }));
    const { values } = showPicker();
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please choose a place in the United States.',
    );
    expect(values).toEqual([]);
  });

  it.each([
    [1, 'Location access denied. Please enable location permissions in your browser.'],
    [2, 'Location information is unavailable. Please try again.'],
    [3, 'Location request timed out. Please try again.'],
  ])('says why it failed (%i)', async (code, text) => {
    deviceAnswers({ code });
    showPicker();
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('shows an error if the browser has no geolocation', async () => {
    showPicker();
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Geolocation is not supported by this browser',
    );
  });
});
