import { createHmac } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { addMilliseconds, HOUR, MINUTE } from '../time.ts';

import { notAuthenticated, TokenError } from '../errors.ts';
import type { Simulator } from '../simulator.ts';

export type Credentials = {
  clientId: string;
  clientSecret: string;
  signInReturnUrl?: (() => string) | undefined;
};

export type SignedIn = { email: string; isConfirmed: boolean };

type Grant = { redirectUri: string; nonce: string | undefined; person: SignedIn };

type TokenAnswer = {
  scope: string;
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  id_token: string;
  nonce: string;
};

export type SignIns = {
  /** Valid for one exchange within 3 minutes and for this redirect address. */
  issueCode(grant: Grant): string;
  /** @throws TokenError if the code is unknown, used, expired, or for another redirect address. */
  redeem(form: URLSearchParams): TokenAnswer;
  requirePerson(request: FastifyRequest): SignedIn & { userId: string };
};

const codeLifetimeMs = 3 * MINUTE;
const tokenLifetimeMs = 8 * HOUR;

/** In memory only: after a restart, users sign in again. */
export function createSignIns(
  { ids, clock, publicUrl }: Simulator,
  { clientId, clientSecret }: Credentials,
): SignIns {
  const codes = new Map<string, Grant & { endsAt: Date }>();
  const people = new Map<string, SignedIn & { endsAt: Date }>();

  const deriveUserId = ({ email }: SignedIn) =>
    `${publicUrl()}/identity/user/${createHmac('sha256', clientId).update(email).digest('base64url')}`;

  function idTokenFor({ nonce, person }: Grant): string {
    const seconds = Math.floor(clock.now().getTime() / 1000);
    return signed(clientSecret, {
      iss: publicUrl(),
      sub: deriveUserId(person),
      aud: [clientId],
      iat: seconds,
      auth_time: seconds,
      exp: seconds + tokenLifetimeMs / 1000,
      ...(nonce !== undefined && { nonce }),
    });
  }

  return {
    issueCode(grant) {
      forgetEnded(codes, clock.now());
      const code = `C21AA${ids.secret()}`;
      codes.set(code, { ...grant, endsAt: addMilliseconds(clock.now(), codeLifetimeMs) });
      return code;
    },
    redeem(form) {
      const code = form.get('code') ?? '';
      const grant = codes.get(code);
      // A code can be tried only once, even if the attempt fails.
      codes.delete(code);
      if (!grant || grant.endsAt <= clock.now() || form.get('redirect_uri') !== grant.redirectUri) {
        throw new TokenError('access_denied', 'Invalid authorization code');
      }
      forgetEnded(people, clock.now());
      const token = `A23AA${ids.secret()}`;
      people.set(token, { ...grant.person, endsAt: addMilliseconds(clock.now(), tokenLifetimeMs) });
      return {
        scope: 'openid email',
        access_token: token,
        token_type: 'Bearer',
        expires_in: tokenLifetimeMs / 1000,
        refresh_token: `R23AA${ids.secret()}`,
        id_token: idTokenFor(grant),
        nonce: `${clock.now().toISOString()}${ids.debug()}`,
      };
    },
    requirePerson(request) {
      const header = request.headers.authorization;
      if (header === undefined) throw notAuthenticated();
      const person = people.get(header.replace(/^Bearer /i, ''));
      if (!person || person.endsAt <= clock.now()) {
        throw new TokenError('invalid_token', 'The token passed in was not found in the system');
      }
      return { email: person.email, isConfirmed: person.isConfirmed, userId: deriveUserId(person) };
    },
  };
}

function forgetEnded(entries: Map<string, { endsAt: Date }>, now: Date): void {
  for (const [key, { endsAt }] of entries) if (endsAt <= now) entries.delete(key);
}

function signed(secret: string, claims: object): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
