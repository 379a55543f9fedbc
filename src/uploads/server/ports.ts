import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { UploadPurpose } from '../contract.ts';
import type { UploadRow } from './tables.ts';

/** Not called for the owner, who always may. */
export type FileAccess = (reader: Reader, file: UploadRow, actor: Actor | null) => Promise<boolean>;

export interface UploadsPorts extends PlatformPorts {
  fileAccess: Readonly<Record<UploadPurpose, FileAccess>>;
}
export type Deps = PlatformDeps<UploadsPorts>;
