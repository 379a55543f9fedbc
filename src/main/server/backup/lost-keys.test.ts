import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '#platform/server/settings/config.ts';
import { addApp } from '#tests/support/auth/second-factor.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';
import { refuseLostKeys } from './lost-keys.ts';

let stage: Awaited<ReturnType<typeof stageKyc>>;
let settings: Config;
let emptyFolder: string;
beforeAll(async () => {
  stage = await stageKyc();
  emptyFolder = mkdtempSync(join(tmpdir(), 'promenade-keys-'));
  // As in server.ts: the keys are in the data folder.
  settings = { ...stage.app.deps.config, secretKey: undefined, kycKey: undefined };
});
afterAll(async () => {
  await stage.app.close();
  rmSync(emptyFolder, { recursive: true });
});

const check = (changes: Partial<Config> = {}) =>
  refuseLostKeys(stage.app.deps.db, { ...settings, ...changes });

test('refuses new keys as soon as data is sealed with the lost ones', async () => {
  await check();
  // Nothing is sealed yet, but the published positions depend on the key.
  await expect(check({ dataDir: emptyFolder })).rejects.toThrow('secret.key is not the key of this database');
  await check();
  const marketer = await stage.newcomer();
  await addApp(stage.app, marketer);
  await expect(check({ dataDir: emptyFolder })).rejects.toThrow(
    'secret.key does not open the authenticator apps',
  );
  // A new key in the settings was chosen on purpose.
  await check({ dataDir: emptyFolder, secretKey: 'b'.repeat(64) });
  await expect(check()).rejects.toThrow('secret.key is not the key of this database');
  await check({ secretKey: stage.app.deps.config.secretKey });

  await stage.waiting();
  await expect(check({ dataDir: emptyFolder })).rejects.toThrow(
    'kyc.key does not open the identity documents',
  );
  await expect(check({ kycKey: 'b'.repeat(64) })).rejects.toThrow('KYC_KEY does not open');
  await check();
  await check({ kycKey: 'b'.repeat(64), kycKeyPrevious: stage.app.deps.config.kycKey });
});
