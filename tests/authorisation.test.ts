/** Who may call what: every route of the product, for everybody, read from the contracts. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointDefinition, fillPath, type Who } from '../src/kernel/endpoint.ts';
import { modules } from '../src/main/modules.ts';
import { type Client, type TestApp, testApp } from './support/app.ts';

const callers = ['signedOut', 'noType', 'marketer', 'advertiser', 'admin'] as const;
type Caller = (typeof callers)[number];

let app: TestApp;
let endpoints: EndpointDefinition[];
const clients = new Map<Caller, Client>();

beforeAll(async () => {
  app = await testApp();
  endpoints = modules.flatMap((module) => module.routes?.(app.deps) ?? []).map(({ endpoint }) => endpoint);
  for (const caller of callers) clients.set(caller, await clientOf(caller));
});
afterAll(() => app.close());

/** A fresh one where a call may have ended the session. */
async function clientOf(caller: Caller): Promise<Client> {
  if (caller === 'signedOut') return app.visitor();
  if (caller === 'admin') return app.signInAdmin();
  if (caller !== 'noType') return app.signIn(caller);
  const client = await app.signIn('marketer');
  await app.database.asOwner('update account set role = null where id = $1', [client.userId]);
  return client;
}

/** The refusal that stops this caller at the door, or null where it is let in. */
function refusalFor(who: Who, caller: Caller): [number, string] | null {
  if (who === 'anyone' || who === 'provider') return null;
  if (caller === 'signedOut') return [401, 'auth/required'];
  if (who === 'signedIn') return null;
  if (caller === 'noType') return [403, 'auth/type-required'];
  return who.includes(caller) ? null : [403, 'auth/forbidden'];
}

function urlOf({ path }: EndpointDefinition): string {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return fillPath(path, Object.fromEntries(names.map((name) => [name, randomUUID()])));
}

/** Whoever is let in may still be refused, but not for who they are. */
const doorCodes = ['auth/required', 'auth/forbidden', 'auth/type-required'];
const endsSession = (endpoint: EndpointDefinition) => /^\/(?:api\/logout|auth\/)/.test(endpoint.path);

describe.each(callers)('%s', (caller) => {
  it('is let in where the contract says so, and nowhere else', async () => {
    expect(endpoints.length).toBeGreaterThan(45);
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      const client = endsSession(endpoint) ? await clientOf(caller) : (clients.get(caller) as Client); // set for all callers
      const { status, error } = await client.request(endpoint.method, urlOf(endpoint));
      const code = typeof error === 'object' ? error?.code : undefined;
      const expected = refusalFor(endpoint.who, caller);
      const isRight = expected
        ? status === expected[0] && (code === expected[1] || endpoint.method === 'HEAD')
        : status < 500 && status !== 401 && !doorCodes.includes(code ?? '');
      if (!isRight)
        wrong.push(
          `${endpoint.method} ${endpoint.path}: ${status} ${code ?? ''}, expected ${expected ?? 'to be let in'}`,
        );
    }
    expect(wrong).toEqual([]);
  });
});

it('an unknown or altered session is signed out', async () => {
  for (const token of ['', 'a', 'a'.repeat(64), 'a'.repeat(5000), "' or 1=1 --", '%00']) {
    const client = app.visitor();
    client.cookies.set('sid', token);
    expect((await client.request('GET', '/api/auth/user')).status).toBe(401);
  }
});

it('somebody suspended or deleted is signed out everywhere', async () => {
  for (const column of ['suspended_at', 'deleted_at']) {
    const client = await app.signIn('marketer');
    await app.database.asOwner(`update account set ${column} = $2 where id = $1`, [
      client.userId,
      app.clock.now(),
    ]);
    for (const url of ['/api/auth/user', '/api/payments', '/api/notifications']) {
      expect((await client.request('GET', url)).status).toBe(401);
    }
  }
});
