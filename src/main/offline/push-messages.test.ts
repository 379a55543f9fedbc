import { expect, test, vi } from 'vitest';
import { listenToPush, type PushScope } from './push-messages.ts';

function createScope(windows: { focus: () => Promise<unknown>; navigate: () => Promise<unknown> }[]) {
  const work: Promise<unknown>[] = [];
  const scope = Object.assign(new EventTarget(), {
    registration: { showNotification: vi.fn(async () => undefined) },
    location: { origin: 'https://promenade.example' },
    clients: { matchAll: vi.fn(async () => windows), openWindow: vi.fn(async () => null) },
  });
  listenToPush(scope as unknown as PushScope);
  const dispatch = async (name: string, parts: object) => {
    scope.dispatchEvent(
      Object.assign(new Event(name), { waitUntil: (each: Promise<unknown>) => work.push(each) }, parts),
    );
    await Promise.all(work);
  };
  return { scope, dispatch };
}

const payload = { id: '7', title: 'Paid', text: 'It has arrived.', href: '/payments' };

test('shows a message once, under its id', async () => {
  const { scope, dispatch } = createScope([]);
  await dispatch('push', { data: { json: () => payload } });
  await dispatch('push', { data: null });
  expect(scope.registration.showNotification.mock.calls).toEqual([
    ['Paid', { body: 'It has arrived.', tag: '7', data: { href: '/payments' }, icon: '/icon-192.png' }],
  ]);
});

test('a click opens the page, in a window of the app if there is one', async () => {
  const clicked = (href: string) => ({ notification: { close: vi.fn(), data: { href } } });
  const alone = createScope([]);
  await alone.dispatch('notificationclick', clicked('/payments'));
  await alone.dispatch('notificationclick', clicked('https://evil.test/'));
  expect(alone.scope.clients.openWindow.mock.calls).toEqual([['https://promenade.example/payments']]);

  const navigate = vi.fn(async () => null);
  const window = { navigate, focus: async () => window };
  const open = createScope([window]);
  await open.dispatch('notificationclick', clicked('/payments'));
  expect(navigate.mock.calls).toEqual([['https://promenade.example/payments']]);
  expect(open.scope.clients.openWindow).not.toHaveBeenCalled();
});
