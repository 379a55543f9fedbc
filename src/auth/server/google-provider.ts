import * as oidc from 'openid-client';
import { Agent, fetch as undiciFetch } from 'undici';
import { HOUR, SECOND } from '#kernel/time.ts';
import type { Config } from '#platform/server/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Flow } from './google-flow.ts';

const CALL_TIMEOUT_MS = 5 * SECOND;
/** After so long the issuer is asked again where its calls go. */
const METADATA_LIFETIME_MS = 24 * HOUR;

/** What the issuer has said about somebody, its signature, audience, nonce and age checked. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email: unknown;
  /** The issuer knows that this address is theirs. */
  emailVerified: boolean;
}

/** Why a sign-in with Google came to nothing; for the log, never for the person. */
export type GoogleFailure =
  /** The browser brings no way that it began here, or one that ended or was gone before. */
  | 'no-flow'
  | 'expired'
  | 'used'
  | 'too-many'
  /** The person or the issuer said no. */
  | 'denied'
  /** The issuer cannot be reached, or what it or the browser brings does not hold. */
  | 'provider'
  /** The issuer does not know that the address is theirs. */
  | 'unverified'
  | 'no-account';

export class GoogleSignInFailed extends Error {
  readonly reason: GoogleFailure;
  /** The library's or the socket's own name of the problem; a constant. */
  readonly kind: string | undefined;

  constructor(reason: GoogleFailure, kind?: string) {
    super(reason);
    this.name = 'GoogleSignInFailed';
    this.reason = reason;
    this.kind = kind;
  }
}

/** Both throw GoogleSignInFailed. */
export interface GoogleProvider {
  /** Where the browser must go to begin a way; fails where the issuer cannot be asked for its addresses. */
  begin(flow: Flow, returnTo: string): Promise<URL>;
  /** Redeems what the browser has brought back; `returned` is the whole address. */
  finish(flow: Flow, returned: URL): Promise<ProviderClaims>;
}

/** An OpenID Connect issuer, Google by default. Its addresses are asked for at the first sign-in and remembered for a day. */
export function googleProvider(
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
    // A failure is not remembered: the next sign-in asks again.
    asked.configuration.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.configuration;
  }

  return {
    async begin({ state, nonce, codeVerifier }, returnTo) {
      return oidc.buildAuthorizationUrl(await outside(configure()), {
        redirect_uri: returnTo,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Somebody with several accounts there chooses; a silent sign-in as another one would surprise.
        prompt: 'select_account',
      });
    },
    async finish({ state, nonce, codeVerifier }, returned) {
      const configuration = await outside(configure());
      const tokens = await outside(
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

/** Whatever goes wrong out there is a sign-in that failed, not a bug of ours. */
async function outside<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) throw new GoogleSignInFailed('denied');
    throw new GoogleSignInFailed('provider', kindOf(error));
  }
}

/** Codes are constants of the library and of sockets; messages may quote what came. */
function kindOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : kindOf(error.cause);
}

async function discover(
  issuer: URL,
  { clientId, clientSecret }: NonNullable<Config['google']>,
): Promise<oidc.Configuration> {
  const allowed = new Set([issuer.origin]);
  const configuration = await oidc.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: CALL_TIMEOUT_MS / 1000,
    [oidc.customFetch]: fetchFrom(allowed),
    // The setting allows plain http to this machine alone.
    execute: [
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      oidc.enableNonRepudiationChecks,
    ],
  });
  // Google answers tokens and keys elsewhere than its own origin, at the addresses that it names itself.
  const { token_endpoint, jwks_uri } = configuration.serverMetadata();
  for (const address of [token_endpoint, jwks_uri]) if (address) allowed.add(new URL(address).origin);
  return configuration;
}

/** Calls nobody but these origins. Connections end with their call: sign-ins are rare. */
function fetchFrom(allowed: ReadonlySet<string>): oidc.CustomFetch {
  const dispatcher = new Agent({ connect: { timeout: CALL_TIMEOUT_MS }, pipelining: 0 });
  return async (url, options) => {
    if (!allowed.has(new URL(url).origin)) throw new Error('the issuer is not at this address');
    // Node's fetch is undici's; only the names of their types differ.
    const answer = await undiciFetch(url, { ...options, dispatcher } as Parameters<typeof undiciFetch>[1]);
    return answer as unknown as Response;
  };
}
