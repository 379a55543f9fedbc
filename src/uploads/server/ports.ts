import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { UploadRow } from './tables.ts';

/**
 * Returns true if the user may read the file because of what claimed it. Not called for the owner, who always
 * may.
 */
export type FileAccess = (reader: Reader, file: UploadRow, actor: Actor | null) => Promise<boolean>;

export interface UploadsPorts extends PlatformPorts {
  /** One function per domain that claims files. One that returns true is enough. */
  fileAccess: readonly FileAccess[];
}
export type Deps = PlatformDeps<UploadsPorts>;
