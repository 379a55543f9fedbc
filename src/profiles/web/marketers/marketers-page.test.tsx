import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubPages, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import {
  getListing,
  getMarketer,
  type Listing,
  listMarketers,
  listSavedMarketers,
  removeSavedMarketer,
  saveMarketer,
  setListing,
} from '../../marketers-contract.ts';
import { listedMarketerSample } from '../../sample.ts';
import { ListingPanel } from '../listing-panel.tsx';
import { MarketersPage } from './marketers-page.tsx';

const noneSaved = stubCall(listSavedMarketers, []);
const own = { id: '5f0c2f0e-7a53-4d53-9a7e-1a2b3c4d5e6f', name: 'Own Ltd', canSave: true };
const page = (
  <MarketersPage businesses={[own]} formatTier={(tier) => `tier ${tier}`} InviteButton={() => null} />
);
const many = Array.from({ length: 24 }, (_, index) => ({
  ...listedMarketerSample,
  id: `4a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c${String(index + 10)}`,
  name: `Maya ${String.fromCodePoint(65 + index)}.`,
  finishedWork: 30 - index,
}));

test('shows a marketer in outline', async () => {
  stubNetwork(noneSaved, stubCall(listMarketers, [listedMarketerSample]));
  renderScreen(page, { at: '/marketers' });
  const list = within(await screen.findByRole('list', { name: 'Marketers' }));
  for (const text of [
    'Maya F.',
    'San Francisco, CA',
    '4.8',
    '7 finished',
    'Identity checked',
    'tier micro',
    '5 of 6 on time',
  ]) {
    expect(list.getByText(text)).toBeTruthy();
  }
  expect(list.queryByText('Location Verified')).toBeNull();
});

test('opens a marketer of the list, or of a link, who can be invited and saved', async () => {
  const other = { ...listedMarketerSample, id: '4a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c99', name: 'Kim P.' };
  stubNetwork(
    noneSaved,
    stubCall(listMarketers, [listedMarketerSample]),
    stubCall(getMarketer, ({ params }) => (params['id'] === other.id ? other : listedMarketerSample)),
  );
  const InviteButton = ({ name }: { name: string }) => <button type="button">Invite {name}</button>;
  renderScreen(<MarketersPage businesses={[own]} formatTier={String} InviteButton={InviteButton} />, {
    at: `/marketers?marketer=${other.id}`,
  });
  const panel = within(await screen.findByRole('dialog'));
  expect(await panel.findByText('Kim P.')).toBeTruthy();
  expect(panel.getByText('5 of 6 gigs')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Invite Kim P.' })).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Save Kim P.' })).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Close marketer' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Maya F.' }));
  expect(within(await screen.findByRole('dialog')).getByText('Maya F.')).toBeTruthy();
});

test('shows the back link above the title, as on every other page', async () => {
  stubNetwork(noneSaved, stubCall(listMarketers, []));
  renderScreen(page, { at: '/marketers' });
  const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(back.getAttribute('href')).toBe('/advertiser');
  expect(back.nextElementSibling).toBe(screen.getByRole('heading', { name: 'Browse Marketers' }));
});

test('keeps filters in the URL, and searches once typing pauses', async () => {
  const clock = createManualClock(new Date('2026-11-21T10:00:00Z'));
  const received = stubNetwork(noneSaved, stubCall(listMarketers, []));
  renderScreen(page, { at: '/marketers?platform=tiktok&rating=4.5&city=Reno', clock });
  expect(await screen.findByText('No marketers match')).toBeTruthy();
  expect(received[0]?.query).toEqual({ city: 'Reno', platform: 'tiktok', minRating: '4.5', limit: '24' });
  await userEvent.type(screen.getByLabelText('City'), ' Falls');
  act(() => clock.advance(299));
  expect(received).toHaveLength(1);
  act(() => clock.advance(1));
  await expect.poll(() => received.at(-1)?.query['city']).toBe('Reno Falls');
  expect(received).toHaveLength(2);
  stubNetwork(noneSaved, stubCall(listMarketers, [listedMarketerSample]));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Maya F.')).toBeTruthy();
  expect(screen.getByLabelText('City')).toHaveProperty('value', '');
});

test('keeps a letter typed while earlier ones are being searched', async () => {
  const clock = createManualClock(new Date('2026-11-21T10:00:00Z'));
  const received = stubNetwork(noneSaved, stubCall(listMarketers, []));
  renderScreen(page, { at: '/marketers', clock });
  await screen.findByText('No marketers yet');
  const city = screen.getByLabelText('City');
  await userEvent.type(city, 'Ren');
  act(() => {
    clock.advance(300);
    fireEvent.change(city, { target: { value: 'Reno' } });
  });
  await expect.poll(() => received.at(-1)?.query['city']).toBe('Ren');
  expect(city).toHaveProperty('value', 'Reno');
  act(() => clock.advance(300));
  await expect.poll(() => received.at(-1)?.query['city']).toBe('Reno');
});

test('shows more on demand, from where the last page ended', async () => {
  const received = stubNetwork(noneSaved, stubPages(listMarketers, [many, [listedMarketerSample]]));
  renderScreen(page, { at: '/marketers' });
  expect(await screen.findByText('Maya X.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Maya F.', { selector: `li:nth-child(25) h2 a` })).toBeTruthy();
  expect(received.at(-1)?.query).toEqual({ limit: '24', cursor: '1' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('explains the empty list, and retries after an error', async () => {
  stubNetwork(stubRefusal(listMarketers, 'server/busy'));
  renderScreen(page, { at: '/marketers' });
  await screen.findByRole('alert');
  stubNetwork(noneSaved, stubCall(listMarketers, []));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No marketers yet')).toBeTruthy();
});

test('saves a marketer, removes them again, and keeps the filter in the URL', async () => {
  const { id } = listedMarketerSample;
  let saved: string[] = [];
  const received = stubNetwork(
    stubCall(listMarketers, [listedMarketerSample]),
    stubCall(listSavedMarketers, () => saved),
    stubCall(saveMarketer, () => {
      saved = [id];
      return { message: 'Saved' };
    }),
    stubCall(removeSavedMarketer, () => {
      saved = [];
      return { message: 'Removed' };
    }),
  );
  renderScreen(page, { at: '/marketers?saved=true' });
  await userEvent.click(await screen.findByRole('button', { name: 'Save Maya F.', pressed: false }));
  await userEvent.click(await screen.findByRole('button', { name: 'Saved: Maya F.', pressed: true }));
  expect(await screen.findByRole('button', { name: 'Save Maya F.', pressed: false })).toBe(
    document.activeElement,
  );
  const calls = received.filter(({ endpoint }) =>
    [saveMarketer, removeSavedMarketer].some((each) => each === endpoint),
  );
  expect(calls.map(({ params }) => params)).toEqual([{ id }, { id }]);
  const lists = () => received.filter(({ endpoint }) => endpoint === listMarketers).map(({ query }) => query);
  expect(lists()).toEqual([{ savedBy: own.id, limit: '24' }]);
  await userEvent.click(screen.getByRole('switch', { name: 'Saved' }));
  await waitFor(() => expect(lists().at(-1)).toEqual({ limit: '24' }));
});

test('shows the saved marketers of another business of the user, whose viewers cannot save', async () => {
  const viewed = { id: '5f0c2f0e-7a53-4d53-9a7e-1a2b3c4d5e70', name: 'Acme', canSave: false };
  const received = stubNetwork(noneSaved, stubCall(listMarketers, [listedMarketerSample]));
  renderScreen(<MarketersPage businesses={[own, viewed]} formatTier={String} InviteButton={() => null} />, {
    at: `/marketers?saved=true&business=${viewed.id}`,
  });
  expect(await screen.findByText('Maya F.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  expect(received.map(({ query }) => query)).toEqual([{ savedBy: viewed.id, limit: '24' }]);
});

const known: Listing = { isHidden: false, takesInvitations: true, isKnown: true, isNamed: true };

test('a marketer can hide, and reads that advertisers can’t find them', async () => {
  let listing = known;
  const received = stubNetwork(
    stubCall(getListing, () => listing),
    stubCall(setListing, ({ body }) => {
      listing = { ...listing, isHidden: (body as { isHidden: boolean }).isHidden };
      return listing;
    }),
  );
  renderScreen(<ListingPanel />);
  const listed = await screen.findByRole('switch', { name: 'Let advertisers find me' });
  expect(listed).toHaveProperty('checked', true);
  await userEvent.click(listed);
  await waitFor(() => expect(listed).toHaveProperty('checked', false));
  expect(screen.getByText('Hidden')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === setListing)?.body).toEqual({ isHidden: true });
});

test.each([
  [{ ...known, isKnown: false }, /identity/],
  [{ ...known, isNamed: false }, /has a name/],
])('says what is missing before a marketer is listed', async (listing, text) => {
  stubNetwork(stubCall(getListing, listing), stubRefusal(setListing, 'server/busy'));
  renderScreen(<ListingPanel />);
  expect(await screen.findByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Let advertisers find me' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Let advertisers find me' })).toHaveProperty('checked', true);
});
