/**
 * Calls every route with a session that lacks the second factor, and reads the expected result from the
 * contracts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addApp, addPasskey } from './support/auth/second-factor.ts';
import { type EndpointDefinition, fillPath } from '#kernel/endpoint.ts';
import { type Client, type TestApp, testApp } from './support/app.ts';

let app: TestApp;
let endpoints: readonly EndpointDefinition[];
beforeAll(async () => {
  app = await testApp({ listens: false, settings: { ADMIN_SECOND_FACTOR: 'required' } });
  endpoints = app.endpoints;
});
afterAll(() => app.close());

const ID_OF_NOTHING = '0b0e7a34-52f0-4a53-8d50-8d4b6c0c9e11';

function toUrl({ path }: EndpointDefinition): string {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return fillPath(path, Object.fromEntries(names.map((name) => [name, ID_OF_NOTHING])));
}

/** Returns the endpoints that require a sign-in but do not ask this client for a second factor. */
async function openTo(client: Client): Promise<string[]> {
  const open: string[] = [];
  const own = endpoints.filter(({ who }) => who !== 'anyone' && who !== 'provider');
  expect(own.length).toBeGreaterThan(60);
  for (const endpoint of own) {
    const { status, error } = await client.request(endpoint.method, toUrl(endpoint));
    const isRefused =
      status === 403 && (endpoint.method === 'HEAD' || error.code === 'auth/second-factor-required');
    if (!isRefused) open.push(endpoint.name);
  }
  return open.toSorted();
}

/** Nearly two hundred calls, on a machine that may be busy. */
const WALK_MS = 60_000;
const onlyProof = ['beginPasskeyProof', 'getCurrentUser', 'getSecondFactorOptions', 'proveSecondFactor'];

it(
  'a session without its second factor may only prove it',
  async () => {
    const owner = await app.signIn('marketer');
    await addApp(app, owner);
    expect(await openTo(await app.signIn('marketer', owner.email))).toEqual(onlyProof);
  },
  WALK_MS,
);

it(
  'an administrator may only set up a second factor, or prove an existing one',
  async () => {
    const admin = await app.signInAdmin();
    expect(await openTo(admin)).toEqual([
      'beginPasskey',
      'beginTotp',
      'confirmIdentity',
      'confirmPasskey',
      'confirmTotp',
      'getCurrentUser',
      'listSecondFactors',
      'requestIdentityCode',
    ]);
    await addPasskey(admin);
    expect(await openTo(await app.signInAdmin())).toEqual(onlyProof);
  },
  WALK_MS,
);
