import { z } from 'zod';
import { HOUR, MINUTE } from '#kernel/time.ts';
import {
  type PlaceSettings,
  placeSettings,
  toPlaceSettings,
  checkPlaceSettings,
} from '../places/place-settings.ts';
import { MAX_FEE_PERCENT, MIN_FEE_PERCENT } from '#platform/config-contract.ts';
import type { DeclaredLimits } from '../limits/settings.ts';
import { ConfigError } from './config-error.ts';
import { type HttpConfig, httpSettings, toHttpConfig } from './http-settings.ts';
import { type MetricsConfig, metricsSettings, toMetricsConfig } from './metrics-settings.ts';
import { type OutgoingConfig, outgoingSettings, toOutgoingConfig } from './outgoing-settings.ts';
import { checkOperatorSettings, type Operator, operatorSettings, toOperator } from './operator-settings.ts';
import {
  checkProcessSettings,
  type ProcessConfig,
  processSettings,
  toProcessConfig,
} from './process-settings.ts';
import { checkLimits, checkSettingCombinations, networks, secretDestination } from './setting-checks.ts';
import { key, milliseconds, type Setting, setting, text } from './setting.ts';

/** A test compares them with docs/operations.md. */
export const settings = {
  NODE_ENV: setting(
    z.enum(['development', 'test', 'production']).default('development'),
    '`production` disables all local features (development mailbox, wallet simulator, demo world, demo accounts)',
  ),
  PORT: setting(
    z.coerce.number().int().min(0).max(65535).default(3000),
    'port to listen on; 0 picks a free one',
  ),
  HOST: setting(text.default('localhost'), 'address to listen on'),
  ...processSettings,
  ...httpSettings,
  ...metricsSettings,
  PUBLIC_URL: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'public URL, e.g. https://promenade.example; determines links in mail, cookies and the Origin check',
    'required',
  ),
  TRUST_PROXY: setting(
    networks,
    'addresses or networks of the reverse proxies whose X-Forwarded-For counts, separated by commas, e.g. `10.0.0.0/8, ::1`',
  ),
  DATA_DIR: setting(text.default('data'), 'folder for the embedded database, files and the simulator’s data'),
  LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional(),
    'log level; default `info` in production, otherwise `warn`',
  ),
  SECRET_KEY: setting(
    key,
    'signs short-lived cookies, derives the offsets of published positions, seals authenticator apps; generated in DATA_DIR if not set',
    'required',
  ),
  KYC_KEY: setting(
    key,
    'encrypts identity documents and tax numbers; generated in DATA_DIR if not set',
    'required',
  ),
  KYC_KEY_PREVIOUS: setting(
    key,
    'the previous KYC_KEY, until everything sealed with it has been sealed again',
  ),
  ...outgoingSettings,
  ADMIN_EMAILS: setting(
    z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((email) => email.trim().toLowerCase())
          .filter(Boolean),
      ),
    'email addresses, separated by commas, that become administrators when they sign in',
  ),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'mail server; if not set, mail goes to the development mailbox at /dev/mailbox',
    'required',
  ),
  MAIL_FROM: setting(text.default('Promenade <no-reply@localhost>'), 'sender of all mail', 'required'),
  WALLET_BASE_URL: setting(
    secretDestination.optional(),
    'PayPal’s REST address; if not set, the built-in simulator is used',
    'required',
  ),
  WALLET_SIGN_IN_URL: setting(
    secretDestination.optional(),
    'page on which marketers sign in to connect their PayPal account; default: the page of WALLET_BASE_URL’s environment',
  ),
  WALLET_CLIENT_ID: setting(text.default('promenade-local'), 'PayPal client id', 'required'),
  WALLET_CLIENT_SECRET: setting(text.default('promenade-local-secret'), 'PayPal client secret', 'required'),
  WALLET_WEBHOOK_ID: setting(
    text.default('WH-PROMENADE-LOCAL'),
    'id of the webhook registered at PayPal',
    'required',
  ),
  WALLET_CONNECT_TIMEOUT_MS: setting(
    z.coerce.number().int().min(100).max(10_000).default(3000),
    'timeout for a connection to the wallet',
  ),
  // At most 15 s: other code treats an attempt as over after 30 s, and the call may need a new access token
  // first.
  WALLET_TIMEOUT_MS: setting(
    z.coerce.number().int().min(1000).max(15_000).default(15_000),
    'total timeout for a call to the wallet, 1000 to 15000',
  ),
  WALLET_SETTLE_MS: setting(
    milliseconds.default(2000),
    'delay after which the simulator settles a payout (no effect on a real wallet)',
  ),
  GOOGLE_ISSUER: setting(
    secretDestination.default('https://accounts.google.com'),
    'OpenID Connect issuer behind Continue with Google',
  ),
  GOOGLE_CLIENT_ID: setting(text.optional(), 'client id at that issuer; if not set, the button is disabled'),
  GOOGLE_CLIENT_SECRET: setting(text.optional(), 'its client secret'),
  PLATFORM_FEE_PERCENT: setting(
    z.coerce.number().min(MIN_FEE_PERCENT).max(MAX_FEE_PERCENT).multipleOf(0.01).default(MAX_FEE_PERCENT),
    'fee on payments to marketers, 10 to 15',
  ),
  TAX_THRESHOLD_DOLLARS: setting(
    z.coerce.number().int().min(0).default(600),
    'total paid per calendar year above which a payout waits for a tax ID',
  ),
  MAP_STYLE_URL: setting(
    z.union([z.url({ protocol: /^https$/ }), z.literal('offline')]).optional(),
    'vector style of the maps; `offline` uses the bundled boundaries; default OpenFreeMap',
  ),
  ...operatorSettings,
  ...placeSettings,
  SEED: setting(
    z.enum(['demo', 'none']).default('demo'),
    '`demo` fills an empty database with the demo world (never in production); `none` leaves it empty',
  ),
  SESSION_IDLE_MS: setting(
    milliseconds.default(24 * HOUR),
    'idle time after which a session ends; 30 minutes for admins',
  ),
  ADMIN_SESSION_IDLE_MS: setting(
    milliseconds.default(30 * MINUTE),
    'idle time after which an admin’s session ends',
  ),
  ADMIN_SECOND_FACTOR: setting(
    z.enum(['required', 'optional']).optional(),
    'whether administrators must have a second factor; default `required` in production, otherwise `optional`',
  ),
  LIMITS: setting(
    z.string().default(''),
    'changes of rate limits, e.g. `sign-in=100/1h,upload=50/1h` (name=capacity/period); `off` for tests and benchmarks only',
  ),
  CRASH_AT: setting(
    text.optional(),
    'ends the process at the crash point with this label, as kill -9 would; for tests only',
    'refused',
  ),
} as const satisfies Record<string, Setting>;

type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> };

export interface Config extends OutgoingConfig, HttpConfig, MetricsConfig, ProcessConfig {
  production: boolean;
  /** Checks responses against their contract before they are sent. Slower; used in tests. */
  checksAnswers: boolean;
  port: number;
  host: string;
  publicUrl: string | undefined;
  trustedProxies: readonly string[];
  dataDir: string;
  logLevel: NonNullable<Settings['LOG_LEVEL']>;
  secretKey: string | undefined;
  kycKey: string | undefined;
  kycKeyPrevious: string | undefined;
  adminEmails: readonly string[];
  contactEmail: string | null;
  smtpUrl: string | undefined;
  mailFrom: string;
  wallet: {
    baseUrl: string | undefined;
    signInUrl: string | undefined;
    clientId: string;
    clientSecret: string;
    webhookId: string;
    connectTimeoutMs: number;
    totalTimeoutMs: number;
    settleMs: number;
  };
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  feeBasisPoints: number;
  taxThresholdCents: number;
  operator: Operator | null;
  mapStyleUrl: string | undefined;
  places: PlaceSettings;
  seedsDemoWorld: boolean;
  sessionIdleMs: number;
  adminSessionIdleMs: number;
  adminsNeedSecondFactor: boolean;
  limits: string;
  crashAt: string | undefined;
}

/**
 * An empty variable counts as not set. Throws a ConfigError.
 * @param limits those that the setting LIMITS may change.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  limits: DeclaredLimits = {},
): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const isProduction = environment['NODE_ENV'] === 'production';
  for (const [name, { schema, about, production }] of Object.entries<Setting>(settings)) {
    const given = environment[name] || undefined;
    if (given === undefined && isProduction && production === 'required') {
      problems.push(`${name} is missing: ${about}`);
      continue;
    }
    if (given !== undefined && isProduction && production === 'refused') {
      problems.push(`${name} must not be set in production: ${about}`);
      continue;
    }
    const parsed = schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'} (${about})`);
  }
  problems.push(...checkSettingCombinations(values, isProduction), ...checkProcessSettings(values));
  problems.push(...checkOperatorSettings(values), ...checkPlaceSettings(values));
  problems.push(...checkLimits(limits, values['LIMITS']));
  if (problems.length > 0) throw new ConfigError(problems);
  // The loop above parsed every setting with its own schema.
  return toConfig(values as Settings);
}

function toConfig(values: Settings): Config {
  const production = values.NODE_ENV === 'production';
  return {
    production,
    checksAnswers: values.NODE_ENV === 'test',
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ''),
    trustedProxies: values.TRUST_PROXY,
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    secretKey: values.SECRET_KEY,
    kycKey: values.KYC_KEY,
    kycKeyPrevious: values.KYC_KEY_PREVIOUS,
    ...toProcessConfig(values),
    ...toHttpConfig(values),
    ...toMetricsConfig(values),
    ...toOutgoingConfig(values),
    adminEmails: values.ADMIN_EMAILS,
    contactEmail: values.CONTACT_EMAIL ?? null,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    wallet: {
      baseUrl: values.WALLET_BASE_URL?.replace(/\/$/, ''),
      signInUrl: values.WALLET_SIGN_IN_URL,
      clientId: values.WALLET_CLIENT_ID,
      clientSecret: values.WALLET_CLIENT_SECRET,
      webhookId: values.WALLET_WEBHOOK_ID,
      connectTimeoutMs: values.WALLET_CONNECT_TIMEOUT_MS,
      totalTimeoutMs: values.WALLET_TIMEOUT_MS,
      settleMs: values.WALLET_SETTLE_MS,
    },
    google:
      values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
        ? {
            issuer: values.GOOGLE_ISSUER,
            clientId: values.GOOGLE_CLIENT_ID,
            clientSecret: values.GOOGLE_CLIENT_SECRET,
          }
        : null,
    feeBasisPoints: Math.round(values.PLATFORM_FEE_PERCENT * 100),
    taxThresholdCents: values.TAX_THRESHOLD_DOLLARS * 100,
    operator: toOperator(values, production),
    mapStyleUrl: values.MAP_STYLE_URL,
    places: toPlaceSettings(values),
    // The demo world needs the simulator's play money.
    seedsDemoWorld: !production && values.SEED === 'demo' && values.WALLET_BASE_URL === undefined,
    sessionIdleMs: values.SESSION_IDLE_MS,
    adminSessionIdleMs: values.ADMIN_SESSION_IDLE_MS,
    adminsNeedSecondFactor:
      (values.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    limits: values.LIMITS,
    crashAt: values.CRASH_AT,
  };
}
