/** A real issuer on this machine, and the way to it and back. */
import { OAuth2Server } from 'oauth2-mock-server';
import type { Client, TestApp } from '../app.ts';
import { startGoogleSignIn } from '#auth/contract.ts';

export interface TestIssuer {
  server: OAuth2Server;
  address: string;
  /** Settings under which the product sends people there. */
  settings: Record<string, string>;
  /** What it says next about whoever comes, in place of its own words. */
  says(person: Record<string, unknown>): void;
}

export async function startIssuer(): Promise<TestIssuer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  let words: Record<string, unknown> = {};
  server.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, words));
  const address = `http://localhost:${server.address().port}`;
  return {
    server,
    address,
    settings: googleSettings(address),
    says: (person) => {
      words = person;
    },
  };
}

export const googleSettings = (address: string) => ({
  PUBLIC_URL: 'http://localhost:3000',
  GOOGLE_ISSUER: address,
  GOOGLE_CLIENT_ID: 'promenade-client',
  GOOGLE_CLIENT_SECRET: 'promenade-secret',
});

/** Leaves for the issuer as a browser does, and answers the address at which it comes back. */
export async function leaveForIssuer(app: TestApp, client: Client): Promise<URL> {
  const { headers } = await client.call(startGoogleSignIn);
  const address = String(headers['location']);
  const { issuer } = app.deps.config.google ?? {};
  if (new URL(address).origin !== issuer) throw new Error(`led to ${address} instead of ${issuer}`);
  const answer = await fetch(address, { redirect: 'manual', headers: { connection: 'close' } });
  return new URL(answer.headers.get('location') ?? '');
}

/** Status and address to which the callback leads. */
export async function comeBack(client: Client, returned: URL): Promise<[number, unknown]> {
  const { status, headers } = await client.request('GET', returned.pathname + returned.search);
  return [status, headers['location']];
}
