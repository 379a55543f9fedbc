import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { listUsers } from '#admin/contract.ts';
import { adminUserSample } from '#admin/sample.ts';
import { listApplications } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import type { CurrentUser } from '#auth/contract.ts';
import { prepareSignOut } from '#auth/web/sign-in/sign-out.ts';
import { testUser } from '#auth/web/test-user.ts';
import { listCampaigns, listOwnCampaigns } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import type { Role } from '#kernel/endpoint.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { hasPage } from '../test-page-paths.ts';
import { listDestinations } from './destinations.ts';
import { Palette } from './palette.tsx';
import { PaletteButton } from './palette-button.tsx';
import { readRecentChoices } from './recent-choices.ts';

const otherId = '3f1d3c0e-0000-4000-8000-00000000000a';
const elsewhere = { ...campaignSample, id: otherId, title: 'Cold soup in the park' };

const applications = stubCall(listApplications, [applicationSample]);
const campaigns = stubCall(listCampaigns, [campaignSample, elsewhere]);

async function open(user: CurrentUser | null) {
  const clock = createManualClock(new Date('2026-11-26T12:00:00Z'));
  const screenOf = renderScreen(<PaletteButton user={user} />, { clock });
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search Promenade' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return {
    ...screenOf,
    field,
    type: async (text: string) => {
      await userEvent.type(field, text);
      act(() => clock.advance(200));
    },
  };
}

const groups = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
const lines = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

it('opens, finds and goes to a page by keyboard, and offers it first the next time', async () => {
  stubNetwork(applications, campaigns);
  const { field, type, unmount } = await open(testUser());
  await type('pay');
  expect(lines('Pages')).toEqual(['Payments']);
  expect(chosen()).toBe('Payments');
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'Payments' }).id,
  );
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe('Change your PayPal address');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await screen.findByText('/payments');
  unmount();
  await open(testUser());
  expect(groups()[0]).toBe('Recent');
  expect(chosen()).toBe('Payments');
});

it('returns the focus to where it was', async () => {
  stubNetwork(applications);
  renderScreen(<PaletteButton user={testUser()} />);
  const button = screen.getByRole('button', { name: 'Search Promenade' });
  await userEvent.click(button);
  const field = await screen.findByRole('combobox', { name: 'Search Promenade' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('shows recent choices to the same account only, and forgets them at sign-out', async () => {
  stubNetwork(applications, campaigns);
  const first = await open(testUser());
  await first.type('pay');
  await userEvent.keyboard('{Enter}');
  await screen.findByText('/payments');
  first.unmount();
  const other = await open(testUser({ id: otherId }));
  expect(groups()).not.toContain('Recent');
  other.unmount();
  const again = await open(testUser());
  expect(groups()).toContain('Recent');
  act(prepareSignOut);
  again.unmount();
  await open(testUser());
  expect(groups()).not.toContain('Recent');
});

it('keeps the other recent choices if one cannot be read', () => {
  const campaign = { to: '/campaigns', label: 'Campaigns' };
  const choices = [{ to: '//other.example', label: 'Other site' }, { to: '/payments' }, campaign];
  localStorage.setItem('promenade.recent-choices', JSON.stringify({ account: otherId, choices }));
  expect(readRecentChoices(otherId)).toEqual([campaign]);
});

it('asks the server once typing pauses, and shows each campaign once', async () => {
  const received = stubNetwork(applications, campaigns);
  const { field, type } = await open(testUser());
  await screen.findByRole('group', { name: 'Your campaigns' });
  await userEvent.type(field, 'co');
  expect(received.some(({ endpoint }) => endpoint === listCampaigns)).toBe(false);
  await type('ld');
  await screen.findByRole('group', { name: 'Campaigns' });
  expect(received.find(({ endpoint }) => endpoint === listCampaigns)?.query).toMatchObject({
    q: 'cold',
    open: 'true',
  });
  expect(lines('Your campaigns')).toHaveLength(1);
  expect(lines('Campaigns')).toEqual([expect.stringContaining('Cold soup in the park')]);
  await userEvent.click(screen.getByRole('option', { name: /Cold soup/ }));
  await screen.findByText(`/campaigns/${otherId}`);
});

it('does not open what an earlier text found', async () => {
  stubNetwork(stubCall(listCampaigns, [elsewhere]), stubCall(listUsers, [adminUserSample]));
  const { field, type } = await open(testUser({ userType: 'admin' }));
  await type('cold');
  await screen.findByRole('option', { name: /Cold soup/ });
  await screen.findByRole('option', { name: /Maya Field/ });
  // The server has not been asked for this text yet.
  await userEvent.type(field, ' zz{Enter}');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(screen.getByRole('combobox')).toBe(field);
});

it.each([
  ['marketer', ['Marketplace', 'Payments'], ['Create Campaign', 'Team', 'Users']],
  ['advertiser', ['Create Campaign', 'Team', 'Review Proofs'], ['Marketplace', 'Payments', 'Users']],
  ['admin', ['Users', 'Identity checks', 'Audit log'], ['Marketplace', 'Create Campaign', 'Team']],
  [null, ['Home', 'Demo'], ['Marketplace', 'Payments', 'Team', 'Users', 'Settings', 'Profile']],
] as const)('shows %s only pages of their role', async (userType, seen, hidden) => {
  stubNetwork(applications, stubCall(listOwnCampaigns, []));
  await open(userType === null ? null : testUser({ userType }));
  const all = lines('Pages');
  expect(all).toEqual(expect.arrayContaining([...seen]));
  expect(all.filter((line) => hidden.some((each) => each === line))).toEqual([]);
});

it('finds people for admins, and does not remember them', async () => {
  stubNetwork(stubCall(listCampaigns, []), stubCall(listUsers, [adminUserSample]));
  const { type } = await open(testUser({ userType: 'admin' }));
  await type('maya');
  await userEvent.click(await screen.findByRole('option', { name: /Maya Field/ }));
  await screen.findByText('/admin');
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('Maya');
});

it('calls no endpoint of a role for visitors, and says if nothing is found', async () => {
  const received = stubNetwork(stubCall(listCampaigns, []));
  const { type } = await open(null);
  await type('zzz');
  await screen.findByText(/Nothing found/);
  expect(new Set(received.map(({ endpoint }) => endpoint.name))).toEqual(new Set(['listCampaigns']));
  expect(screen.queryAllByRole('option')).toEqual([]);
});

it('offers to try again if the server cannot search', async () => {
  stubNetwork(stubRefusal(listCampaigns, 'server/busy'));
  const { type } = await open(null);
  await type('zzz');
  const again = await screen.findByRole('option', { name: /Try again/ });
  await waitFor(() => expect(chosen()).toBe(again.textContent));
  stubNetwork(campaigns);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Cold soup/ });
});

it('lets the browser load pages outside of the app, and closes with Escape', async () => {
  stubNetwork();
  const leave = vi.fn();
  const onClose = vi.fn();
  renderScreen(<Palette user={null} opened onClose={onClose} leave={leave} />);
  await userEvent.click(await screen.findByRole('option', { name: 'Privacy Policy' }));
  expect(leave).toHaveBeenCalledExactlyOnceWith('/privacy');
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it.each<Role | null>(['marketer', 'advertiser', 'admin', null])('%s is led to existing pages', (role) => {
  const addresses = listDestinations(role).map(({ to }) => to);
  expect(addresses.filter((to) => !hasPage(to))).toEqual([]);
});
