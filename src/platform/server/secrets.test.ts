import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { kycKey, secretFor, withLocalKeys } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'promenade-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const config = (more: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...more });

describe('keys of local mode', () => {
  it('are made once and read again', async () => {
    const first = await withLocalKeys(config());
    expect(first.secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(first.kycKey).toMatch(/^[0-9a-f]{64}$/);
    expect(first.kycKey).not.toBe(first.secretKey);
    expect(await withLocalKeys(config())).toEqual(first);
  });

  it('are for their owner alone, and leave nothing else behind', async () => {
    await withLocalKeys(config());
    const folder = join(dataDir, 'keys');
    expect(readdirSync(folder).toSorted()).toEqual(['kyc.key', 'secret.key']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('are the same for ten starts at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => withLocalKeys(config())));
    expect(new Set(all.map(({ secretKey, kycKey: kyc }) => `${secretKey} ${kyc}`)).size).toBe(1);
  });

  it('give way to those of the settings', async () => {
    const given = await withLocalKeys(config({ SECRET_KEY: 'ab'.repeat(32), KYC_KEY: 'cd'.repeat(32) }));
    expect([given.secretKey, given.kycKey]).toEqual(['ab'.repeat(32), 'cd'.repeat(32)]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('that are damaged are named and not replaced: what they sealed would be lost', async () => {
    await withLocalKeys(config());
    writeFileSync(join(dataDir, 'keys', 'kyc.key'), 'half');
    await expect(withLocalKeys(config())).rejects.toThrow('kyc.key is not a key');
  });
});

describe('a key for a purpose', () => {
  it('is its own, and the same each time', () => {
    const given = config({ SECRET_KEY: 'ab'.repeat(32), KYC_KEY: 'cd'.repeat(32) });
    const other = config({ SECRET_KEY: 'ac'.repeat(32) });
    const keys = [secretFor(given, 'one'), secretFor(given, 'two'), secretFor(other, 'one'), 'ab'.repeat(32)];
    expect(new Set(keys).size).toBe(4);
    expect(secretFor(given, 'one')).toBe(keys[0]);
    expect(secretFor(given, 'one')).toMatch(/^[0-9a-f]{64}$/);
    expect(kycKey(given)).toEqual(Buffer.from('cd'.repeat(32), 'hex'));
  });

  it('cannot be had before the keys are there', () => {
    expect(() => secretFor(config(), 'one')).toThrow('were not prepared');
    expect(() => kycKey(config())).toThrow('were not prepared');
  });
});
