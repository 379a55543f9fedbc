import type { z } from 'zod';
import { secretDestination } from './setting-checks.ts';
import { setting, text } from './setting.ts';

export const storageSettings = {
  S3_BUCKET: setting(
    text.optional(),
    'bucket for uploads and identity documents; if not set, they are in DATA_DIR',
  ),
  S3_ENDPOINT: setting(secretDestination.optional(), 'address of the storage, unless it is that of Amazon'),
  S3_REGION: setting(text.default('us-east-1'), 'region of the bucket'),
  S3_ACCESS_KEY_ID: setting(
    text.optional(),
    'access key that may put, get, and delete objects of the bucket, list it, and abort multipart uploads',
  ),
  S3_SECRET_ACCESS_KEY: setting(text.optional(), 'its secret'),
};

type Values = {
  [Name in keyof typeof storageSettings]: z.output<(typeof storageSettings)[Name]['schema']>;
};

export interface S3Config {
  bucket: string;
  /** Undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface StorageConfig {
  /** Null if files are in `dataDir`. */
  s3: S3Config | null;
}

export function checkStorageSettings(values: Readonly<Record<string, unknown>>): string[] {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === 0 || (missing.length === names.length && values['S3_ENDPOINT'] === undefined))
    return [];
  return missing.map((name) => `${name} is missing: files in S3 need it`); // not for users
}

export function toStorageConfig(values: Values): StorageConfig {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  // checkStorageSettings() refuses some of them without the others.
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return { s3: null };
  return {
    s3: { bucket, endpoint: values.S3_ENDPOINT, region: values.S3_REGION, accessKeyId, secretAccessKey },
  };
}
