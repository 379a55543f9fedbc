import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { kycKey, deriveSecret, withLocalKeys } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'promenade-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const config = (more: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...more });

describe('local keys', () => {
  it('are generated once and then read', async () => {
    const first = await withLocalKeys(config());
    expect(first.secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(first.kycKey).toMatch(/^[0-9a-f]{64}$/);
    expect(first.kycKey).not.toBe(first.secretKey);
    expect(await withLocalKeys(config())).toEqual(first);
  });

  it('are readable only by their owner, and leave no drafts behind', async () => {
    await withLocalKeys(config());
    const folder = join(dataDir, 'keys');
    expect(readdirSync(folder).toSorted()).toEqual(['kyc.key', 'secret.key']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('are the same for ten concurrent starts', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => withLocalKeys(config())));
    expect(new Set(all.map(({ secretKey, kycKey: kyc }) => `${secretKey} ${kyc}`)).size).toBe(1);
  });

  it('are not generated if the settings have keys', async () => {
    const given = await withLocalKeys(config({ SECRET_KEY: 'ab'.repeat(32), KYC_KEY: 'cd'.repeat(32) }));
    expect([given.secretKey, given.kycKey]).toEqual(['ab'.repeat(32), 'cd'.repeat(32)]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('are never replaced if damaged, because sealed data would be lost', async () => {
    await withLocalKeys(config());
    writeFileSync(join(dataDir, 'keys', 'kyc.key'), 'half');
    await expect(withLocalKeys(config())).rejects.toThrow('kyc.key is not a key');
  });
});

describe('a key for a purpose', () => {
  it('is unique and stable', () => {
    const given = config({ SECRET_KEY: 'ab'.repeat(32), KYC_KEY: 'cd'.repeat(32) });
    const other = config({ SECRET_KEY: 'ac'.repeat(32) });
    const keys = [
      deriveSecret(given, 'one'),
      deriveSecret(given, 'two'),
      deriveSecret(other, 'one'),
      'ab'.repeat(32),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(deriveSecret(given, 'one')).toBe(keys[0]);
    expect(deriveSecret(given, 'one')).toMatch(/^[0-9a-f]{64}$/);
    expect(kycKey(given)).toEqual(Buffer.from('cd'.repeat(32), 'hex'));
  });

  it('throws before the keys are prepared', () => {
    expect(() => deriveSecret(config(), 'one')).toThrow('were not prepared');
    expect(() => kycKey(config())).toThrow('were not prepared');
  });
});
