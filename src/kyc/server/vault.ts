import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { KycDocumentKind } from '#kyc/contract.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { kycKey, previousKycKey } from '#platform/server/security/secrets.ts';
import { lastFour } from '#platform/server/storage/mask-number.ts';
import { open, openText, seal, SealBroken, sealText } from '#platform/server/storage/seal.ts';
import type { KycKeyRow, KycRow } from './tables.ts';

/**
 * Envelope encryption. Each submission encrypts its numbers and documents with a fresh key. That key is
 * stored wrapped with a key derived from KYC_KEY. Version 1 is older data, encrypted with KYC_KEY itself.
 */
export interface DataKey {
  key: Buffer;
  version: number;
}

export const DIRECT_VERSION = 1;

export function createDataKey(version: number): DataKey {
  // Not from `deps.random`, for the same reason as the nonces: a predictable key protects nothing.
  return { key: randomBytes(32), version };
}

/** Returns the key for one purpose. One purpose's key reveals nothing about another's. */
function deriveKey(master: Buffer, purpose: 'wrap' | 'name' | 'index'): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `promenade/kyc/${purpose}`, 32));
}

function keyName(master: Buffer): string {
  return createHash('sha256').update(deriveKey(master, 'name')).digest('hex').slice(0, 16);
}

/** The name reveals nothing about the key. */
export function getMasterName(config: Config): string {
  return keyName(kycKey(config));
}

function masters(config: Config): Buffer[] {
  const previous = previousKycKey(config);
  return previous ? [kycKey(config), previous] : [kycKey(config)];
}

export function listMasterNames(config: Config): string[] {
  return masters(config).map(keyName);
}

export function wrapDataKey(
  config: Config,
  userId: string,
  { key, version }: DataKey,
): Pick<KycKeyRow, 'version' | 'wrapped' | 'master'> {
  const wrapping = { key: deriveKey(kycKey(config), 'wrap'), aad: wrappedPlace(userId, version) };
  return { version, wrapped: seal(key, wrapping).toString('base64'), master: getMasterName(config) };
}

function unwrapDataKey(config: Config, row: KycKeyRow): DataKey {
  const master = masters(config).find((each) => keyName(each) === row.master);
  if (!master) throw new Error('an identity is sealed under neither KYC_KEY nor KYC_KEY_PREVIOUS');
  const wrapping = { key: deriveKey(master, 'wrap'), aad: wrappedPlace(row.accountId, row.version) };
  return { key: open(Buffer.from(row.wrapped, 'base64'), wrapping), version: row.version };
}

/**
 * Returns the keys that may open data of this version. More than one only for version 1, while KYC_KEY is
 * being replaced.
 */
export function listOpeningKeys(config: Config, version: number, row: KycKeyRow | undefined): DataKey[] {
  if (version === DIRECT_VERSION) return masters(config).map((key) => ({ key, version }));
  return row?.version === version ? [unwrapDataKey(config, row)] : [];
}

function openWithOne<Opened>(keys: readonly DataKey[], attempt: (key: DataKey) => Opened): Opened {
  for (const [at, key] of keys.entries()) {
    try {
      return attempt(key);
    } catch (error) {
      if (!(error instanceof SealBroken) || at === keys.length - 1) throw error;
    }
  }
  throw new SealBroken();
}

export interface Numbers {
  governmentId: string;
  taxId: string;
  businessTaxId: string | null;
}

type SealedNumbers = Pick<
  KycRow,
  | 'keyVersion'
  | 'governmentIdSealed'
  | 'governmentIdLast'
  | 'governmentIdIndex'
  | 'taxIdSealed'
  | 'taxIdLast'
  | 'taxIdIndex'
  | 'businessTaxIdSealed'
  | 'businessTaxIdLast'
  | 'businessTaxIdIndex'
>;

export function sealNumbers(
  config: Config,
  userId: string,
  dataKey: DataKey,
  { governmentId, taxId, businessTaxId }: Numbers,
): SealedNumbers {
  const sealed = (column: NumberColumn, text: string) =>
    sealText(text, { key: dataKey.key, aad: numberPlace(column, userId, dataKey.version) });
  return {
    keyVersion: dataKey.version,
    governmentIdSealed: sealed('government_id', governmentId),
    governmentIdLast: lastFour(governmentId),
    taxIdSealed: sealed('tax_id', taxId),
    taxIdLast: lastFour(taxId),
    businessTaxIdSealed: businessTaxId === null ? null : sealed('business_tax_id', businessTaxId),
    businessTaxIdLast: businessTaxId === null ? null : lastFour(businessTaxId),
    ...indexNumbers(config, { governmentId, taxId, businessTaxId }),
  };
}

export function indexNumbers(
  config: Config,
  { governmentId, taxId, businessTaxId }: Numbers,
): Pick<KycRow, 'governmentIdIndex' | 'taxIdIndex' | 'businessTaxIdIndex'> {
  const key = deriveKey(kycKey(config), 'index');
  const digest = (kind: 'government_id' | 'tax_id', text: string) =>
    createHmac('sha256', key)
      .update(`${kind}|${comparable(text)}`)
      .digest('hex');
  return {
    governmentIdIndex: digest('government_id', governmentId),
    taxIdIndex: digest('tax_id', taxId),
    businessTaxIdIndex: businessTaxId === null ? null : digest('tax_id', businessTaxId),
  };
}

/** '123-45 6789' and '123456789' are the same number. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Throws SealBroken if no key opens them. */
export function openNumbers(config: Config, row: KycRow, keyRow: KycKeyRow | undefined): Numbers {
  const { accountId, keyVersion, governmentIdSealed, taxIdSealed, businessTaxIdSealed } = row;
  if (governmentIdSealed === null || taxIdSealed === null) throw new SealBroken();
  const keys = listOpeningKeys(config, keyVersion, keyRow);
  const opened = (column: NumberColumn, sealed: string) =>
    openWithOne(keys, ({ key, version }) =>
      openText(sealed, { key, aad: numberPlace(column, accountId, version) }),
    );
  return {
    governmentId: opened('government_id', governmentIdSealed),
    taxId: opened('tax_id', taxIdSealed),
    businessTaxId: businessTaxIdSealed === null ? null : opened('business_tax_id', businessTaxIdSealed),
  };
}

export function sealFile(content: Buffer, userId: string, kind: KycDocumentKind, dataKey: DataKey): Buffer {
  return seal(content, { key: dataKey.key, aad: filePlace(kind, userId, dataKey.version) });
}

/** Throws SealBroken if no key opens the file. */
export function openFile(
  sealed: Buffer,
  userId: string,
  kind: KycDocumentKind,
  keys: readonly DataKey[],
): Buffer {
  return openWithOne(keys, ({ key, version }) =>
    open(sealed, { key, aad: filePlace(kind, userId, version) }),
  );
}

type NumberColumn = 'government_id' | 'tax_id' | 'business_tax_id';

// Binds a sealed value to its place: it can't be opened in another row, column, account or version.
const numberPlace = (column: NumberColumn, userId: string, version: number) =>
  `kyc|${column}|${userId}|${version}`;
const filePlace = (kind: KycDocumentKind, userId: string, version: number) =>
  `kyc_document|${kind}|${userId}|${version}`;
const wrappedPlace = (userId: string, version: number) => `kyc_key|wrapped|${userId}|${version}`;
