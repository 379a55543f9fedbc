import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#profiles/domain.ts';
import type { Deps } from '../ports.ts';

export async function requireBusiness(
  reader: Reader,
  deps: Deps,
  actor: Actor,
  ownerId: string,
  permission: 'read' | 'decide',
): Promise<void> {
  const rights = await deps.ports.loadBusinessRights(reader, actor, ownerId);
  if (!rights.read) throw refuse('listing/no-business');
  if (!rights[permission]) throw refuse('listing/read-only');
}
