import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig, settings } from './config.ts';

const KEY = 'ab'.repeat(32);
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://promenade.example/',
  DATABASE_URL: 'postgres://app@db.example/promenade',
  SECRET_KEY: KEY,
  KYC_KEY: 'cd'.repeat(32),
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Promenade <hello@promenade.example>',
  WALLET_BASE_URL: 'https://api-m.paypal.com/',
  WALLET_CLIENT_ID: 'id',
  WALLET_CLIENT_SECRET: 'secret',
  WALLET_WEBHOOK_ID: 'WH-1',
};

function readProblems(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('expected the settings to be refused');
}

describe('readConfig without settings', () => {
  it('returns defaults for local use', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      host: 'localhost',
      publicUrl: undefined,
      databaseUrl: undefined,
      dataDir: 'data',
      smtpUrl: undefined,
      wallet: { baseUrl: undefined },
      feeBasisPoints: 1500,
      taxThresholdCents: 60_000,
      seedsDemoWorld: true,
      logLevel: 'warn',
      checksAnswers: false,
      trustedProxies: [],
    });
  });

  it('treats an empty variable as not set', () => {
    const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe('readConfig in production', () => {
  it('accepts the required settings and disables local features', () => {
    expect(readConfig({ ...production, SEED: 'demo' })).toMatchObject({
      production: true,
      publicUrl: 'https://promenade.example',
      wallet: { baseUrl: 'https://api-m.paypal.com' },
      seedsDemoWorld: false,
      logLevel: 'info',
    });
  });

  it('names every missing setting in one error', () => {
    const needed = Object.keys(production).filter((name) => name !== 'NODE_ENV');
    const problems = readProblems({ NODE_ENV: 'production' });
    for (const name of needed) expect(problems).toContain(`${name} is missing`);
    expect(problems.split('\n')).toHaveLength(needed.length + 1);
    for (const name of needed)
      expect(readProblems({ ...production, [name]: '' })).toContain(`${name} is missing`);
  });

  it('names missing and invalid settings together, without their values', () => {
    const problems = readProblems({ ...production, SMTP_URL: undefined, KYC_KEY: 'hunter2', PORT: '99999' });
    expect(problems).toMatch(/SMTP_URL is missing/);
    expect(problems).toMatch(/KYC_KEY must be 32 bytes/);
    expect(problems).toMatch(/PORT /);
    expect(problems).not.toContain('hunter2');
  });
});

describe('the same key for SECRET_KEY and KYC_KEY', () => {
  const same = { SECRET_KEY: KEY, KYC_KEY: KEY.toUpperCase() };

  it('is rejected in production, without showing the key', () => {
    const problems = readProblems({ ...production, ...same });
    expect(problems).toContain('SECRET_KEY and KYC_KEY must be two different keys');
    expect(problems.toLowerCase()).not.toContain(KEY);
  });

  it('can be replaced as the error message says', () => {
    const mended = { KYC_KEY: 'cd'.repeat(32), KYC_KEY_PREVIOUS: KEY };
    expect(readConfig({ ...production, ...same, ...mended })).toMatchObject({ secretKey: KEY });
  });

  it('is allowed in local mode', () => {
    expect(readConfig(same)).toMatchObject({ secretKey: KEY });
  });
});

it('needs a bucket and both keys for files in S3', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hunter2' };
  expect(readConfig({ ...production, ...keys, S3_BUCKET: 'files' }).s3).toMatchObject({ bucket: 'files' });
  expect(readConfig(production).s3).toBeNull();
  expect(readProblems({ ...production, S3_BUCKET: 'files' })).toContain('S3_ACCESS_KEY_ID is missing');
  const endpoint = { S3_ENDPOINT: 'https://files.example' };
  expect(readProblems({ ...production, ...endpoint })).toContain('S3_BUCKET is missing');
});

it('rejects CRASH_AT in production', () => {
  const crash = { CRASH_AT: 'effect payment.send-payout: call createPayout' };
  expect(readConfig(crash)).toMatchObject({ crashAt: crash.CRASH_AT });
  expect(readProblems({ ...production, ...crash })).toContain('CRASH_AT must not be set in production');
});

it('requires https in production, except on this machine', () => {
  const plain = { PUBLIC_URL: 'http://promenade.example' };
  expect(readConfig(plain)).toMatchObject({ publicUrl: plain.PUBLIC_URL });
  expect(readProblems({ ...production, ...plain })).toContain('PUBLIC_URL must be https in production');
  const local = { PUBLIC_URL: 'http://localhost:3000' };
  expect(readConfig({ ...production, ...local })).toMatchObject({ publicUrl: local.PUBLIC_URL });
});

describe('the roles web and worker', () => {
  it('are accepted in production, where all is the default', () => {
    expect(readConfig(production).role).toBe('all');
    for (const role of ['web', 'worker'])
      expect(readConfig({ ...production, PROMENADE_ROLE: role })).toMatchObject({ role });
  });

  it('are refused with what only one process can use', () => {
    const problems = readProblems({ PROMENADE_ROLE: 'worker' });
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'WALLET_BASE_URL'])
      expect(problems).toContain(`PROMENADE_ROLE worker needs ${name}`);
  });
});

describe('rejects an invalid value:', () => {
  it.each([
    ['NODE_ENV', 'prod'],
    ['PROMENADE_ROLE', 'both'],
    ['PORT', '-1'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['METRICS_PORT', '70000'],
    ['METRICS_PORT', 'on'],
    ['PUBLIC_URL', 'promenade.example'],
    ['PUBLIC_URL', 'ftp://promenade.example'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['DATABASE_URL', 'mysql://db/promenade'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_LISTEN_URL', 'postgres://db.example/promenade'],
    ['REDIS_URL', 'https://redis.example'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET_KEY', 'ab'],
    ['SECRET_KEY', 'zz'.repeat(32)],
    ['SMTP_URL', 'https://mail.example'],
    ['WALLET_BASE_URL', 'http://api-m.paypal.com'],
    ['WALLET_BASE_URL', 'http://localhost.evil.example'],
    ['GOOGLE_ISSUER', 'http://accounts.google.com'],
    ['GOOGLE_CLIENT_ID', 'alone'],
    ['PLATFORM_FEE_PERCENT', '9.99'],
    ['PLATFORM_FEE_PERCENT', '15.01'],
    ['PLATFORM_FEE_PERCENT', '12.345'],
    ['PLATFORM_FEE_PERCENT', 'NaN'],
    ['TAX_THRESHOLD_DOLLARS', '-1'],
    ['TAX_THRESHOLD_DOLLARS', '600.50'],
    ['OPERATOR_COUNTRY', 'ie'],
    ['OPERATOR_VAT_PERCENT', '31'],
    ['OPERATOR_VAT_PERCENT', '23'],
    ['OPERATOR_COUNTRY', 'XX'],
    ['OPERATOR_NAME', 'Порт'],
    ['OPERATOR_VAT_ID', 'IE7654321FA'],
    ['MAP_STYLE_URL', 'http://tiles.example/style.json'],
    ['PLACES_PROVIDER', 'mapbox'],
    ['PLACES_PROVIDER', 'nominatim'],
    ['PLACES_PROVIDER', 'google'],
    ['PLACES_URL', 'http://photon.example'],
    ['SEED', 'all'],
    ['SESSION_IDLE_MS', '0'],
    ['LIMITS', 'sign-in=many'],
    ['LIMITS', 'unknown=1/1h'],
  ])('%s=%s', (name, value) => {
    expect(readProblems({ [name]: value })).toMatch(
      new RegExp(`^The settings need attention:\\n  - ${name} `),
    );
  });
});

it.each([
  ['PLATFORM_FEE_PERCENT', '12.5', { feeBasisPoints: 1250 }],
  ['PLATFORM_FEE_PERCENT', '14.99', { feeBasisPoints: 1499 }],
  ['PLATFORM_FEE_PERCENT', '10', { feeBasisPoints: 1000 }],
  ['TAX_THRESHOLD_DOLLARS', '2000', { taxThresholdCents: 200_000 }],
  ['ADMIN_EMAILS', ' A@b.co, ,c@D.co ', { adminEmails: ['a@b.co', 'c@d.co'] }],
  [
    'WALLET_BASE_URL',
    'http://127.0.0.1:4000/',
    { wallet: expect.objectContaining({ baseUrl: 'http://127.0.0.1:4000' }) },
  ],
  ['SEED', 'none', { seedsDemoWorld: false }],
  ['LIMITS', 'off', { limits: 'off' }],
])('parses %s=%s', (name, value, config) => {
  expect(readConfig({ [name]: value })).toMatchObject(config);
});

it('enables sign-in with Google if both its id and its secret are set', () => {
  expect(readConfig({}).google).toBeNull();
  expect(readConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).google).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'id',
    clientSecret: 'secret',
  });
  expect(readProblems({ GOOGLE_CLIENT_SECRET: 'alone' })).toContain('set together');
  expect(readProblems({ GOOGLE_CLIENT_SECRET: 'alone' })).not.toContain('alone');
});

describe('the operator of the platform', () => {
  const named = { OPERATOR_NAME: 'Harbor Ltd', OPERATOR_ADDRESS: '1 Quay Street', OPERATOR_COUNTRY: 'IE' };
  const irish = { ...named, OPERATOR_VAT_ID: 'ie 7654321 fa', OPERATOR_VAT_PERCENT: '23' };

  it('is a sample in local mode, and missing in production', () => {
    expect(readConfig({}).operator).toMatchObject({ country: 'IE', vatBasisPoints: 2300 });
    expect(readConfig(production).operator).toBeNull();
  });

  it('needs all its parts, and in the EU a VAT ID and the rate of its country', () => {
    expect(readConfig({ ...production, ...irish }).operator).toEqual({
      name: 'Harbor Ltd',
      address: '1 Quay Street',
      country: 'IE',
      vatId: 'IE7654321FA',
      vatBasisPoints: 2300,
    });
    expect(readProblems({ OPERATOR_NAME: 'Harbor Ltd' })).toContain('must be set together');
    expect(readProblems(named)).toContain('OPERATOR_VAT_ID must be');
    expect(readProblems({ ...irish, OPERATOR_VAT_ID: 'DE123456789' })).toContain('OPERATOR_VAT_ID must be');
    const { OPERATOR_VAT_PERCENT: _, ...withoutRate } = irish;
    for (const incomplete of [withoutRate, { ...irish, OPERATOR_VAT_PERCENT: '0.23' }])
      expect(readProblems(incomplete)).toContain('OPERATOR_VAT_PERCENT must be the standard rate');
  });

  it('charges no EU VAT outside the EU', () => {
    const american = { ...named, OPERATOR_COUNTRY: 'US' };
    expect(readConfig({ ...production, ...american }).operator).toMatchObject({
      vatId: null,
      vatBasisPoints: 0,
    });
    expect(readProblems({ ...american, OPERATOR_VAT_PERCENT: '23' })).toContain('charges no EU VAT');
  });
});

describe('docs/operations.md', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  // Later tables list other things, such as the wallet's error codes.
  const table = text.slice(text.indexOf('| setting |')).split('\n\n', 1).join();
  const rows = new Map(
    [...table.matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|([^|]*)\|/gm)].map(([, name, value, needed]) => [
      name,
      [value, needed],
    ]),
  );

  it('lists exactly the settings', () => {
    expect([...rows.keys()].toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  it('lists the settings that production needs', () => {
    for (const [name, { production: needed }] of Object.entries<{ production?: string }>(settings)) {
      const shown = needed === 'required' ? 'yes' : needed === 'refused' ? 'refuses it' : '';
      expect([name, rows.get(name)?.[1]?.trim()]).toEqual([name, shown]);
    }
  });

  it('lists the default of every setting', () => {
    const defaults: Record<string, unknown> = {};
    for (const [name, { schema }] of Object.entries(settings)) defaults[name] = schema.parse(undefined);
    for (const [name, value] of Object.entries(defaults)) {
      const shown = rows.get(name)?.[0]?.trim() ?? '';
      if (['string', 'number'].includes(typeof value) && value !== '')
        expect(shown).toBe(`\`${String(value)}\``);
      else expect(shown).not.toBe('');
    }
  });
});
