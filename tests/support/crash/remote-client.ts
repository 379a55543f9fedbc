import { vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import type { App } from '#main/app.ts';
import { Client, succeed } from '#tests/support/client.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';

type Sent = { method: string; url: string; headers: Record<string, string>; payload?: unknown };

/** A client that calls a server process over HTTP. A call rejects if the server dies. */
export function remoteClient(origin: () => string): Client {
  const inject = async ({ method, url, headers, payload }: Sent) => {
    const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload);
    const answer = await fetch(new URL(url, origin()), {
      method,
      // No keep-alive: the server may be dead at the next call.
      headers: { connection: 'close', ...(isObject && { 'content-type': 'application/json' }), ...headers },
      body: isObject ? JSON.stringify(payload) : (payload as string | undefined), // or bytes
      redirect: 'manual',
    });
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      payload: await answer.text(),
      cookies: answer.headers.getSetCookie().map((line) => {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        return { name, value };
      }),
    };
  };
  return new Client({ http: { inject } } as unknown as App); // Client only calls `inject`.
}

/** Signs in with the mailed code. An earlier session ends. */
export async function signInByMail(client: Client, userType: ChoosableType): Promise<void> {
  const { email } = client;
  client.cookies.clear();
  const former = await newestCode(client);
  await succeed(client.request('POST', '/auth/email', { email, userType }));
  const code = await vi.waitFor(
    async () => {
      const newest = await newestCode(client);
      if (newest === former) throw new Error(`no code came to ${email}`);
      return newest;
    },
    { timeout: PATIENCE_MS, interval: 25 },
  );
  await succeed(client.request('POST', '/auth/email/confirm', { code }));
  client.userId = (await succeed(client.call(getCurrentUser))).id;
}

async function newestCode(client: Client): Promise<string | undefined> {
  const url = `/dev/mailbox.json?to=${encodeURIComponent(client.email)}`;
  const mails: unknown = (await client.request('GET', url)).body;
  // The development mailbox lists the newest email first.
  return (mails as { code: string | null }[]).find(({ code }) => code !== null)?.code ?? undefined;
}
