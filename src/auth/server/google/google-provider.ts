import * as oidc from 'openid-client';
import { Agent, fetch as undiciFetch } from 'undici';
import { HOUR, SECOND } from '#kernel/time.ts';
import type { Config } from '#platform/server/settings/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Flow } from './google-flow.ts';

const CALL_TIMEOUT_MS = 5 * SECOND;
const METADATA_LIFETIME_MS = 24 * HOUR;

/** Signature, audience, nonce and age are already checked. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: boolean;
}

/** For the log only; the user never sees it. */
export type GoogleFailure =
  | 'no-flow'
  | 'expired'
  | 'used'
  | 'too-many'
  | 'denied'
  /** The issuer is unreachable, or its response or the browser's data is invalid. */
  | 'provider'
  | 'unverified'
  | 'no-account';

export class GoogleSignInFailed extends Error {
  readonly reason: GoogleFailure;
  readonly kind: string | undefined;

  constructor(reason: GoogleFailure, kind?: string) {
    super(reason);
    this.name = 'GoogleSignInFailed';
    this.reason = reason;
    this.kind = kind;
  }
}

/** Both methods throw GoogleSignInFailed. */
export interface GoogleProvider {
  /** Fails if the issuer's metadata cannot be loaded. */
  begin(flow: Flow, returnTo: string): Promise<URL>;
  finish(flow: Flow, returned: URL): Promise<ProviderClaims>;
}

/** Google by default. Its metadata is loaded at the first sign-in and cached for a day. */
export function createGoogleProvider(
  settings: NonNullable<Config['google']>,
  { clock }: Pick<Deps, 'clock'>,
): GoogleProvider {
  const issuer = new URL(settings.issuer);
  let known: { configuration: Promise<oidc.Configuration>; until: number } | undefined;

  function configure(): Promise<oidc.Configuration> {
    const now = clock.now().getTime();
    if (known && now < known.until) return known.configuration;
    const asked = { configuration: discover(issuer, settings), until: now + METADATA_LIFETIME_MS };
    known = asked;
    // Do not cache a failure: the next sign-in retries.
    asked.configuration.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.configuration;
  }

  return {
    async begin({ state, nonce, codeVerifier }, returnTo) {
      return oidc.buildAuthorizationUrl(await failSignInOnError(configure()), {
        redirect_uri: returnTo,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Users with several Google accounts choose one: a silent sign-in with another account would surprise
        // them.
        prompt: 'select_account',
      });
    },
    async finish({ state, nonce, codeVerifier }, returned) {
      const configuration = await failSignInOnError(configure());
      const tokens = await failSignInOnError(
        oidc.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      );
      const claims = tokens.claims();
      if (!claims) throw new GoogleSignInFailed('provider');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: claims['email'],
        emailVerified: claims['email_verified'] === true,
      };
    },
  };
}

/** Errors of the issuer are not bugs of this server. */
async function failSignInOnError<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) throw new GoogleSignInFailed('denied');
    throw new GoogleSignInFailed('provider', findErrorCode(error));
  }
}

/** Codes are constants of the library and of sockets. Messages may quote the issuer's input. */
function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : findErrorCode(error.cause);
}

async function discover(
  issuer: URL,
  { clientId, clientSecret }: NonNullable<Config['google']>,
): Promise<oidc.Configuration> {
  const allowed = new Set([issuer.origin]);
  const configuration = await oidc.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: CALL_TIMEOUT_MS / 1000,
    [oidc.customFetch]: fetchFrom(allowed),
    // The settings allow plain http for localhost only.
    execute: [
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      oidc.enableNonRepudiationChecks,
    ],
  });
  // Google serves tokens and keys from other origins, which its metadata names.
  const { token_endpoint, jwks_uri } = configuration.serverMetadata();
  for (const address of [token_endpoint, jwks_uri]) if (address) allowed.add(new URL(address).origin);
  return configuration;
}

/** Calls only these origins. Connections close after each call, because sign-ins are rare. */
function fetchFrom(allowed: ReadonlySet<string>): oidc.CustomFetch {
  const dispatcher = new Agent({ connect: { timeout: CALL_TIMEOUT_MS }, pipelining: 0 });
  return async (url, options) => {
    if (!allowed.has(new URL(url).origin)) throw new Error('the issuer is not at this address');
    // Node's fetch is undici's; only the type names differ.
    const answer = await undiciFetch(url, { ...options, dispatcher } as Parameters<typeof undiciFetch>[1]);
    return answer as unknown as Response;
  };
}
