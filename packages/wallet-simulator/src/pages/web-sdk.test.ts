import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import {
  orderBody,
  type RunningSimulator,
  signedInCaller,
  startSimulator,
} from '../../../../tests/support/wallet/simulator.ts';
import { returnScript } from './web-sdk-script.ts';

const urls = { return_url: 'https://shop.example/back?step=2', cancel_url: 'https://shop.example/cancelled' };

let simulator: RunningSimulator;
let orderId: string;
let approveUrl: string;

beforeEach(async () => {
  simulator = await startSimulator();
  const call = await signedInCaller(simulator);
  const body = orderBody('345.00', {}, { brand_name: 'Promenade', ...urls });
  const { json } = await call('POST', '/v2/checkout/orders', body, { 'paypal-request-id': 'one' });
  orderId = json.id;
  approveUrl = `${simulator.url}/approve/${orderId}`;
});
afterEach(() => simulator.close());

const getLocation = (answer: Response) => new URL(answer.headers.get('location') ?? '');

describe('the pages of the popup', () => {
  test.each([
    ['approve', 'approved'],
    ['decline', 'approved'],
    ['cancel', 'cancelled'],
  ])('%s ends on the popup’s last page, not at the merchant', async (action, outcome) => {
    const answer = await simulator.decide(`${approveUrl}?presentation=popup`, action);
    const target = getLocation(answer);
    expect(target.origin + target.pathname).toBe(`${simulator.url}/web-sdk/v6/return`);
    expect(Object.fromEntries(target.searchParams)).toEqual({
      outcome,
      token: orderId,
      ...(action === 'cancel' ? {} : { PayerID: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/) }),
    });
    const page = await (await fetch(target)).text();
    expect(page).toContain(outcome === 'approved' ? 'Approved' : 'Cancelled');
    expect(page).toContain('Continue at Promenade');
    expect(page).toContain(outcome === 'approved' ? 'https://shop.example/back?step=2' : urls.cancel_url);
  });

  test('keep the merchant’s own addresses in the order', async () => {
    await simulator.decide(`${approveUrl}?presentation=popup`, 'approve');
    const again = await simulator.decide(approveUrl, 'approve');
    expect(getLocation(again).origin).toBe('https://shop.example');
    const decided = await (await fetch(`${approveUrl}?presentation=popup`)).text();
    expect(decided).toContain('/web-sdk/v6/return?outcome=approved');
  });

  test('allow only the simulator’s scripts, and show no link for an unknown order', async () => {
    const answer = await fetch(`${simulator.url}/web-sdk/v6/return?outcome=approved&token=%3Cscript%3E`);
    const page = await answer.text();
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/wallet-simulator/web-sdk/v6/return.js">']);
    expect(page).not.toContain('Continue at');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
    const waiting = await fetch(`${simulator.url}/web-sdk/v6/waiting`);
    expect(await waiting.text()).toContain('One moment');
  });

  test('the last page posts the result only to its own site', () => {
    const opener = { postMessage: vi.fn() };
    const search = '?outcome=approved&token=ORDER-1&PayerID=PAYER-1';
    const location = { search, origin: 'https://shop.example' };
    runInNewContext(returnScript, { window: { opener }, location, URLSearchParams });
    expect(opener.postMessage.mock.calls).toEqual([
      [{ walletSimulator: 'approved', orderId: 'ORDER-1', payerId: 'PAYER-1' }, 'https://shop.example'],
    ]);
    runInNewContext(returnScript, { window: { opener: null }, location, URLSearchParams });
  });
});

async function loadScript({ blocksPopups = false } = {}) {
  const answer = await fetch(`${simulator.url}/web-sdk/v6/core`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const listeners = new Set<(event: object) => void>();
  const popup = {
    closed: false,
    close: () => {
      popup.closed = true;
    },
    location: { replace: vi.fn<(address: string) => void>() },
  };
  const window = {
    paypal: undefined as unknown as Sdk,
    open: vi.fn(() => {
      popup.closed = false;
      return blocksPopups ? null : popup;
    }),
    location: { assign: vi.fn<(address: string) => void>() },
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: object) => void) => listeners.delete(listener),
  };
  const document = { currentScript: { src: `${simulator.url}/web-sdk/v6/core` } };
  runInNewContext(await answer.text(), { window, document, URL, setInterval, clearInterval });
  const tell = (data: object, origin = new URL(simulator.url).origin, source: unknown = popup) => {
    for (const listener of listeners) listener({ data, origin, source });
  };
  return { window, popup, listeners, tell };
}

interface Sdk {
  version: string;
  createInstance(options: object): Promise<{
    findEligibleMethods(): Promise<{ isEligible(method: string): boolean }>;
    createPayPalOneTimePaymentSession(options: object): Session;
  }>;
}
interface Session {
  start(options?: object, order?: Promise<{ orderId: string }>): Promise<unknown>;
  cancel(): void;
  destroy(): void;
}

async function newSession(window: { paypal: Sdk }) {
  const told: unknown[] = [];
  const tells = (name: string) => (data: unknown) => void told.push([name, data]);
  const instance = await window.paypal.createInstance({
    clientToken: 'CT.1',
    components: ['paypal-payments'],
  });
  const session = instance.createPayPalOneTimePaymentSession({
    onApprove: tells('approve'),
    onCancel: tells('cancel'),
    onError: tells('error'),
    onComplete: tells('complete'),
  });
  return { session, told, instance };
}

describe('the script', () => {
  test('reports version 6, and requires a token and a supported component', async () => {
    const { window } = await loadScript();
    expect(window.paypal.version).toMatch(/^6\.\d+\.\d+$/);
    await expect(window.paypal.createInstance({ components: ['paypal-payments'] })).rejects.toThrow(
      'clientToken',
    );
    await expect(
      window.paypal.createInstance({ clientToken: 'CT.1', components: ['card-fields'] }),
    ).rejects.toThrow('paypal-payments');
    const { instance } = await newSession(window);
    const methods = await instance.findEligibleMethods();
    expect([methods.isEligible('paypal'), methods.isEligible('venmo')]).toEqual([true, false]);
  });

  test('opens the popup immediately, the approval page once the order exists, and receives the approval', async () => {
    const { window, popup, tell, listeners } = await loadScript();
    const { session, told } = await newSession(window);
    let open: (order: { orderId: string }) => void = () => undefined;
    const started = session.start({}, new Promise((resolve) => (open = resolve)));
    expect(window.open).toHaveBeenCalledWith(
      `${simulator.url}/web-sdk/v6/waiting`,
      'wallet-simulator',
      expect.stringContaining('popup'),
    );
    open({ orderId });
    await started;
    expect(popup.location.replace.mock.calls).toEqual([[`${approveUrl}?presentation=popup`]]);
    const answer = { walletSimulator: 'approved', orderId, payerId: 'PAYER-1' };
    tell(answer, 'https://evil.example');
    tell(answer, undefined, {});
    tell({ ...answer, orderId: 'OTHER' });
    expect(told).toEqual([]);
    tell(answer);
    await vi.waitFor(() => expect(told).toHaveLength(2), PATIENCE_MS);
    expect(told).toEqual([
      ['approve', { fundingSource: 'paypal', orderId, payerId: 'PAYER-1' }],
      ['complete', { paymentSessionState: 'approved' }],
    ]);
    expect([popup.closed, listeners.size]).toEqual([true, 0]);
  });

  test.each([
    ['the cancel button', (page: Page) => page.tell({ walletSimulator: 'cancelled', orderId })],
    ['a closed window', (page: Page) => page.popup.close()],
    ['cancel()', (_page: Page, session: Session) => session.cancel()],
  ])('%s cancels once, and the session can be started again', async (_, act) => {
    const page = await loadScript();
    const { session, told } = await newSession(page.window);
    for (const attempt of [1, 2]) {
      await session.start({ presentationMode: 'popup' }, Promise.resolve({ orderId }));
      act(page, session);
      await vi.waitFor(() => expect(told).toHaveLength(attempt * 2), PATIENCE_MS);
    }
    expect(told.map((one) => (one as [string])[0])).toEqual(['cancel', 'complete', 'cancel', 'complete']);
    expect([page.popup.closed, page.listeners.size]).toEqual([true, 0]);
  });

  test('a failed order closes the popup and is reported by callback and rejection', async () => {
    const { window, popup } = await loadScript();
    const { session, told } = await newSession(window);
    const refused = new Error('refused');
    await expect(session.start({}, Promise.reject(refused))).rejects.toThrow('refused');
    expect(told).toEqual([
      ['error', refused],
      ['complete', { paymentSessionState: 'error' }],
    ]);
    expect(popup.closed).toBe(true);
  });

  test('destroy() closes the popup without a callback, even before the order exists', async () => {
    const { window, popup, listeners } = await loadScript();
    const { session, told } = await newSession(window);
    const started = session.start({}, Promise.resolve({ orderId }));
    session.destroy();
    await started;
    expect(popup.location.replace).not.toHaveBeenCalled();
    expect([popup.closed, listeners.size, told]).toEqual([true, 0, []]);
  });

  test('navigates to the page if popups are blocked, unless only a popup was requested', async () => {
    const { window } = await loadScript({ blocksPopups: true });
    const { session } = await newSession(window);
    const order = Promise.resolve({ orderId });
    for (const presentationMode of ['popup', 'modal']) {
      await expect(session.start({ presentationMode }, order)).rejects.toMatchObject({ isRecoverable: true });
    }
    await session.start({ presentationMode: 'auto' }, order);
    expect(window.location.assign.mock.calls).toEqual([[approveUrl]]);
    const asked = { presentationMode: 'redirect', autoRedirect: { enabled: false } };
    expect(await session.start(asked, order)).toEqual({ redirectURL: approveUrl });
    expect(window.location.assign).toHaveBeenCalledOnce();
  });
});

type Page = Awaited<ReturnType<typeof loadScript>>;
