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
export function withLocalKeys(config: Config): Promise<Config> {
  return completeKeys(config, (name) => localKey(config.dataDir, name));
}

/** Like `withLocalKeys`, but stores nothing, so a missing key is another one at each call. */
export function peekLocalKeys(config: Config): Promise<Config> {
  return completeKeys(config, async (name) => {
    const path = join(config.dataDir, 'keys', name);
    return existsSync(path) ? readKey(path) : generateKey();
  });
}

/** Returns the names of the files in DATA_DIR/keys that the server uses. */
export async function listLocalKeys(config: Config): Promise<string[]> {
  const names: string[] = [];
  await completeKeys(config, async (name) => {
    names.push(name);
    return '';
  });
  return names;
}

async function completeKeys(config: Config, find: (name: string) => Promise<string>): Promise<Config> {
  return {
    ...config,
    secretKey: config.secretKey ?? (await find('secret.key')),
    kycKey: config.kycKey ?? (await find('kyc.key')),
    // Production needs no push messages. A key on its disk would be lost with the disk, and all browsers with it.
    push: {
      ...config.push,
      key: config.push.key ?? (config.production ? undefined : await find('push.key')),
    },
  };
}

async function localKey(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  if (!existsSync(path)) await makeKey(path);
  return readKey(path);
}

/** The content of a key file, without its last line break. */
export const keyPattern = /^[0-9a-f]{64}$/;

async function readKey(path: string): Promise<string> {
  const key = (await readFile(path, 'utf8')).trim();
  if (!keyPattern.test(key)) throw new StartError(`${path} is not a key of 64 hexadecimal characters`);
  return key;
}

const generateKey = () => randomBytes(32).toString('hex');

/**
 * The whole key is written to a draft and then linked to its name, so neither a crash nor a race leaves half a key. The
 * first of two concurrent starts wins.
 */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(generateKey());
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
