import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getPlacesStatus, type Place, reversePlace, searchPlaces } from '../../../places-contract.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '../../screen-test.tsx';
import { MapSettingsProvider } from '../map-settings.tsx';
import MapTestPage from './map-test-page.tsx';

const sanFrancisco: Place = {
  placeId: 'geonames:5391959',
  name: 'San Francisco',
  address: 'San Francisco, CA',
  city: 'San Francisco',
  state: 'CA',
  lat: 37.7749,
  lng: -122.4194,
};
const status = {
  provider: 'photon',
  isAnswering: false,
  failure: 'timeout',
  askedAgainAt: '2026-11-02T15:00:30.000Z',
  list: { places: 17_000, zipCodes: 41_000, loadedInMilliseconds: 98 },
} as const;
const known = stubCall(getPlacesStatus, status);

const offline = { styleUrl: null };
const show = () =>
  renderScreen(
    <MapSettingsProvider value={offline}>
      <MapTestPage />
    </MapSettingsProvider>,
  );

const log = () => screen.getByRole('log', { name: 'Log' }).textContent;
async function search(text: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('Place search'), `${text}{Enter}`);
}

it('tells the user that this browser cannot draw maps', async () => {
  stubNetwork(known);
  show();
  expect(screen.getByText('Map Unavailable')).toBeTruthy();
  expect(screen.getByText('No map')).toBeTruthy();
  expect(await screen.findByText(/Photon.*\(timeout\)/)).toBeTruthy();
  expect(screen.getByText(/17,000.*41,000/)).toBeTruthy();
});

it('tells the user that the provider rejected the last request', async () => {
  const failed = { isAnswering: true, failure: 'not-understood', askedAgainAt: null } as const;
  stubNetwork(stubCall(getPlacesStatus, { ...status, ...failed }));
  show();
  expect(await screen.findByText(/Photon/)).toBeTruthy();
});

describe('the place search', () => {
  it('shows results with provider and duration, and sets a result as the point', async () => {
    stubNetwork(
      known,
      stubCall(searchPlaces, [{ ...sanFrancisco, insteadOf: 'photon' }]),
      stubCall(reversePlace, { place: null }),
    );
    show();
    await search('san fr');
    await userEvent.click(await screen.findByRole('button', { name: 'San Francisco, CA' }));
    expect(log()).toMatch(
      /Places: “san fr”: 1 found, from the bundled list because photon did not answer \(\d+ ms\)/,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Look up the address' }));
    await waitFor(() => expect(log()).toContain('Reverse'));
    expect(log()).toMatch(/Reverse: 37\.77490, -122\.41940: .*\(\d+ ms\)/);
  });

  it('shows an empty result', async () => {
    stubNetwork(known, stubCall(searchPlaces, []));
    show();
    await search('zzzz');
    expect(await screen.findByText('No place found. Try the city or a ZIP code.')).toBeTruthy();
  });

  it('shows why it failed, including in the log', async () => {
    stubNetwork(known, stubRefusal(searchPlaces, 'request/too-many'));
    show();
    await search('san fr');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/too many/i);
    expect(log()).toContain(`Places: “san fr”: failed, ${alert.textContent}`);
  });
});
