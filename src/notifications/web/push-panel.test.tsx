import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketerSample } from '#auth/sample.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { deletePushSubscription, getPushKey, savePushSubscription } from '../push-contract.ts';
import { PushPanel } from './push-panel.tsx';

const endpoint = 'https://push.example.com/one';
const json = { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
const me = stubCall(getCurrentUser, marketerSample);
const key = stubCall(getPushKey, { publicKey: 'key' });
const saved = stubCall(savePushSubscription, { message: 'On.' });

function stubBrowser(answer: NotificationPermission) {
  const state = { permission: 'default' as NotificationPermission, isSubscribed: false };
  const subscription = {
    toJSON: () => json,
    unsubscribe: async () => {
      state.isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (state.isSubscribed ? subscription : null),
    subscribe: async () => {
      state.isSubscribed = true;
      return subscription;
    },
  };
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    requestPermission: async () => (state.permission = answer),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  return state;
}
afterEach(() => {
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
const name = 'Push messages on this device';

it('asks for permission, subscribes this browser, and unsubscribes it', async () => {
  const browser = stubBrowser('granted');
  const calls = stubNetwork(me, key, saved, stubCall(deletePushSubscription, { message: 'Off.' }));
  renderScreen(<PushPanel />);
  await userEvent.click(await screen.findByRole('switch', { name }));
  await waitFor(() => expect(screen.getByRole('switch', { name })).toHaveProperty('checked', true));
  expect(browser.isSubscribed).toBe(true);
  await userEvent.click(screen.getByRole('switch', { name }));
  await waitFor(() => expect(screen.getByRole('switch', { name })).toHaveProperty('checked', false));
  expect(browser.isSubscribed).toBe(false);
  expect(calls.flatMap(({ body }) => (body ? [body] : []))).toEqual([json, { endpoint }]);
});

it('says what to do if the user blocks notifications', async () => {
  stubBrowser('denied');
  stubNetwork(me, key);
  renderScreen(<PushPanel />);
  await userEvent.click(await screen.findByRole('switch', { name }));
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

it('stays off and says why if the server refuses the browser', async () => {
  const browser = stubBrowser('granted');
  stubNetwork(me, key, stubRefusal(savePushSubscription, 'push/address'));
  renderScreen(<PushPanel />);
  await userEvent.click(await screen.findByRole('switch', { name }));
  expect(await screen.findByText(/public https address/)).toBeTruthy();
  expect(screen.getByRole('switch', { name })).toHaveProperty('checked', false);
  expect(browser.isSubscribed).toBe(false);
});

it('explains browsers and servers without push messages', async () => {
  stubNetwork(me, key);
  const { unmount } = renderScreen(<PushPanel />);
  expect(await screen.findByText(/This browser can’t show push messages/)).toBeTruthy();
  unmount();
  stubNetwork(me, stubCall(getPushKey, { publicKey: null }));
  renderScreen(<PushPanel />);
  expect(await screen.findByText(/server doesn’t send push messages/)).toBeTruthy();
});
