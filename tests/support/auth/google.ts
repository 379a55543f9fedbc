/** A real issuer on this machine, and a browser's way to it and back. */
import { OAuth2Server } from 'oauth2-mock-server';
import type { Client, TestApp } from '#tests/support/app.ts';
import { startGoogleSignIn } from '#auth/contract.ts';

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>;

export async function startIssuer() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  let claims: Record<string, unknown> = {};
  server.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, claims));
  const address = `http://localhost:${server.address().port}`;
  return {
    server,
    address,
    /** With these settings the product sends users to the issuer. */
    settings: googleSettings(address),
    /** The issuer signs these claims for all users from now on. */
    says: (person: Record<string, unknown>) => {
      claims = person;
    },
  };
}

export const googleSettings = (address: string) => ({
  PUBLIC_URL: 'http://localhost:3000',
  GOOGLE_ISSUER: address,
  GOOGLE_CLIENT_ID: 'promenade-client',
  GOOGLE_CLIENT_SECRET: 'promenade-secret',
});

/** Leaves for the issuer as a browser does. Returns the URL that the issuer redirects to. */
export async function leaveForIssuer(app: TestApp, client: Client): Promise<URL> {
  const { headers } = await client.call(startGoogleSignIn);
  const address = String(headers['location']);
  const { issuer } = app.deps.config.google ?? {};
  if (new URL(address).origin !== issuer) throw new Error(`led to ${address} instead of ${issuer}`);
  const answer = await fetch(address, { redirect: 'manual', headers: { connection: 'close' } });
  return new URL(answer.headers.get('location') ?? '');
}

/** Returns the status and the redirect URL of the callback. */
export async function comeBack(client: Client, returned: URL): Promise<[number, unknown]> {
  const { status, headers } = await client.request('GET', returned.pathname + returned.search);
  return [status, headers['location']];
}
