import { readConfig } from '#platform/server/config.ts';

type Row = Record<string, string>;

/** The wallet's own books. */
export type Books = { balance: string } & Record<
  'orders' | 'captures' | 'refunds' | 'payouts' | 'disputes',
  Row[]
>;

/** What payers, banks and the wallet's people do, and what it has written down. */
export interface WalletControls {
  books(): Promise<Books>;
  decide(approveUrl: string, action?: 'approve' | 'decline' | 'cancel'): Promise<void>;
  /** Nothing is delivered until they are let go. */
  holdWebhooks(isHeld: boolean): Promise<void>;
  control(method: 'POST' | 'PUT', path: string, body: object): Promise<Row>;
  /** What a capture of ours brings about whose answer was lost, or which arrives too late. */
  capture(orderId: string): Promise<void>;
}

export function walletControls(url: string): WalletControls {
  const control = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Row; // Every control answers ids and words.
  };
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { connection: 'close', ...headers },
      body,
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Row; // A token, or an order.
  };
  return {
    control,
    capture: async (orderId) => {
      const { clientId, clientSecret } = readConfig({}).wallet;
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      const form = 'application/x-www-form-urlencoded';
      const { access_token: token } = await post(
        '/v1/oauth2/token',
        { authorization: `Basic ${basic}`, 'content-type': form },
        'grant_type=client_credentials',
      );
      const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await post(`/v2/checkout/orders/${orderId}/capture`, json, '');
    },
    // The report is the simulator's own answer in the form that Books describes.
    books: async () => (await (await fetch(`${url}/books`)).json()) as Books,
    decide: async (approveUrl, action = 'approve') => {
      const answer = await fetch(approveUrl, {
        method: 'POST',
        body: new URLSearchParams({ action }),
        redirect: 'manual',
      });
      await answer.body?.cancel();
      if (answer.status !== 303) throw new Error(`the wallet answered ${answer.status} to ${action}`);
    },
    holdWebhooks: async (isHeld) => {
      await control('PUT', '/faults', { holdWebhooks: isHeld });
    },
  };
}
