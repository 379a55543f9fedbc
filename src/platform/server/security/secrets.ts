import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { StartError } from '../start-error.ts';

/** One such key reveals nothing about the others. */
export function deriveSecret(config: Config, purpose: string): string {
  if (!config.secretKey) throw new Error('secret keys were not prepared before use');
  return Buffer.from(hkdfSync('sha256', Buffer.from(config.secretKey, 'hex'), '', purpose, 32)).toString(
    'hex',
  );
}

/** 32 bytes. Seals the users' data keys. */
export function kycKey(config: Config): Buffer {
  if (!config.kycKey) throw new Error('secret keys were not prepared before use');
  return Buffer.from(config.kycKey, 'hex');
}

/** Needed until everything sealed with it has been sealed again. */
export function previousKycKey(config: Config): Buffer | null {
  return config.kycKeyPrevious ? Buffer.from(config.kycKeyPrevious, 'hex') : null;
}

/** A key that is not set is generated once and stored in DATA_DIR. Call it outside production only. */
export async function withLocalKeys(config: Config): Promise<Config> {
  return {
    ...config,
    secretKey: config.secretKey ?? (await localKey(config.dataDir, 'secret.key')),
    kycKey: config.kycKey ?? (await localKey(config.dataDir, 'kyc.key')),
    push: { ...config.push, key: config.push.key ?? (await localPushKey(config)) },
  };
}

/** Production needs no push messages. A key on its disk would be lost with the disk, and all browsers with it. */
async function localPushKey({ production, dataDir }: Config): Promise<string | undefined> {
  return production ? undefined : localKey(dataDir, 'push.key');
}

async function localKey(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  if (!existsSync(path)) await makeKey(path);
  const key = (await readFile(path, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(key)) throw new StartError(`${path} is not a key of 64 hexadecimal characters`);
  return key;
}

/**
 * The whole key is written to a draft and then linked to its name, so neither a crash nor a race leaves half a key. The
 * first of two concurrent starts wins.
 */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(32).toString('hex'));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
}
