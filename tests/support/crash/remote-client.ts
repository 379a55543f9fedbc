import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { getCurrentUser } from '#auth/contract.ts';
import type { Role } from '#kernel/endpoint.ts';
import { type Answer, Client } from '../client.ts';
import { PATIENCE_MS } from '../patience.ts';

// No connection is kept: the next server listens on the same port.
const newConnections = () => new Agent({ pipelining: 0 });
let connections = newConnections();

/** Closes the connections. The next file of the same worker opens new ones. */
export async function closeConnections(): Promise<void> {
  const used = connections;
  connections = newConnections();
  await used.close();
}

type Method = Dispatcher.HttpMethod;

/** Somebody who calls a server process over HTTP. What breaks off while it dies rejects. */
export class RemoteClient extends Client {
  readonly #origin: string;

  constructor(origin: string) {
    // Every call of Client goes through `request`, which here needs no app.
    super(undefined as never);
    this.#origin = origin;
  }

  override async request<E = { response: never }>(
    method: string,
    url: string,
    body?: unknown,
    extra: { headers?: Record<string, string> } = {},
  ): Promise<Answer<E>> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const isRaw = Buffer.isBuffer(body);
    const answer = await connections.request({
      origin: this.#origin,
      path: url,
      method: method as Method, // The contract's methods are among undici's.
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...extra.headers,
      },
      body: body === undefined || isRaw ? body : JSON.stringify(body),
      headersTimeout: 120_000,
    });
    const text = await answer.body.text();
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(line);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const parsed: unknown = isJson && text ? JSON.parse(text) : text;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      // Which of the two it is, the test asserts by the status.
      body: parsed as Answer<E>['body'],
      error: parsed as Answer<E>['error'],
    };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Signs in by the code in the mail; again and again, where sessions have ended. */
  async signIn(email: string, userType: Role): Promise<this> {
    this.email = email;
    this.cookies.clear();
    const asked = await this.request('POST', '/auth/email', { email, userType });
    if (asked.status >= 400) throw new Error(`no code for ${email}: ${asked.error.message}`);
    const confirmed = await this.request('POST', '/auth/email/confirm', { code: await this.#newestCode() });
    if (confirmed.status !== 200) throw new Error(`sign-in of ${email}: ${confirmed.error.message}`);
    this.userId = (await this.call(getCurrentUser)).body.id;
    return this;
  }

  #codes = new Set<string>();

  async #newestCode(): Promise<string> {
    const began = Date.now();
    while (Date.now() - began < PATIENCE_MS) {
      const { body } = await this.request<{ response: never }>(
        'GET',
        `/dev/mailbox.json?to=${encodeURIComponent(this.email)}`,
      );
      const mails = body as unknown as { code: string | null }[]; // The development mailbox's own form.
      const code = mails.find((mail) => mail.code !== null && !this.#codes.has(mail.code))?.code;
      if (code) {
        this.#codes.add(code);
        return code;
      }
      await sleep(25);
    }
    throw new Error(`no code came to ${this.email}`);
  }
}
