import { z } from 'zod';
import { SECOND } from '#kernel/time.ts';
import { setting } from './setting.ts';
import {
  checkStorageSettings,
  type StorageConfig,
  storageSettings,
  toStorageConfig,
} from './storage-settings.ts';

export const processSettings = {
  PROMENADE_ROLE: setting(
    z.enum(['all', 'web', 'worker']).default('all'),
    '`web` answers users, `worker` runs the outbox and the sweeps, `all` does both',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'PostgreSQL 15 or later; if not set, the embedded engine stores its data in DATA_DIR',
    'required',
  ),
  DATABASE_LISTEN_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'the server itself, for LISTEN and migrations, if DATABASE_URL leads to PgBouncer in transaction mode',
  ),
  DATABASE_POOL: setting(z.coerce.number().int().min(1).max(200).default(20), 'connections to DATABASE_URL'),
  DATABASE_TIMEOUT_MS: setting(
    z.coerce
      .number()
      .int()
      .min(1000)
      .max(600_000)
      .default(30 * SECOND),
    'time limit of a statement, also while it waits for a lock',
  ),
  REDIS_URL: setting(
    z.url({ protocol: /^rediss?$/ }).optional(),
    'Redis or Valkey that counts the rate limits of all processes; if not set, DATABASE_URL does',
  ),
  ...storageSettings,
};

type Values = {
  [Name in keyof typeof processSettings]: z.output<(typeof processSettings)[Name]['schema']>;
};

export type Role = Values['PROMENADE_ROLE'];

export interface ProcessConfig extends StorageConfig {
  role: Role;
  databaseUrl: string | undefined;
  /** Undefined unless `databaseUrl` leads to a pooler. */
  databaseListenUrl: string | undefined;
  databasePool: number;
  databaseTimeoutMs: number;
  redisUrl: string | undefined;
}

/** In local mode, one process contains what replaces these servers. */
const neededByEachProcess = ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'WALLET_BASE_URL'];

export function checkProcessSettings(values: Readonly<Record<string, unknown>>): string[] {
  return [...checkStorageSettings(values), ...checkRole(values)];
}

function checkRole(values: Readonly<Record<string, unknown>>): string[] {
  const { PROMENADE_ROLE: role, DATABASE_URL, DATABASE_LISTEN_URL } = values;
  if (DATABASE_LISTEN_URL !== undefined && DATABASE_URL === undefined)
    return ['DATABASE_LISTEN_URL needs DATABASE_URL']; // not for users
  if (role === 'all') return [];
  return neededByEachProcess
    .filter((name) => values[name] === undefined)
    .map((name) => `PROMENADE_ROLE ${String(role)} needs ${name}, or set it to all`); // not for users
}

export function toProcessConfig(values: Values): ProcessConfig {
  return {
    role: values.PROMENADE_ROLE,
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databasePool: values.DATABASE_POOL,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    redisUrl: values.REDIS_URL,
    ...toStorageConfig(values),
  };
}

/** For what needs the session of a connection: migrations, backups, and commands. */
export function withoutPooler<Settings extends Pick<ProcessConfig, 'databaseUrl' | 'databaseListenUrl'>>(
  settings: Settings,
): Settings {
  const { databaseUrl, databaseListenUrl = databaseUrl } = settings;
  return { ...settings, databaseUrl: databaseListenUrl, databaseListenUrl: undefined };
}
