import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/outbox-worker.ts';
import { removeStoredDocuments, removeUnsavedDocuments, resealDocument } from './documents.ts';
import { enqueueFileRemoval } from './file-removal.ts';
import { findKey, listOutdatedKeys, upsertKey } from './sealing-store.ts';
import { findKyc, listDocuments, lockKyc, replaceDocuments, updateKyc } from './store.ts';
import type { KycDocumentRow, KycRow } from './tables.ts';
import {
  DIRECT_VERSION,
  createDataKey,
  indexNumbers,
  getMasterName,
  listOpeningKeys,
  openNumbers,
  sealNumbers,
  wrapDataKey,
} from './vault.ts';

const BATCH_SIZE = 50;
/** The most accounts per run. The next run continues after them, so that broken ones never block the rest. */
const MAX_PER_RUN = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Gives each identity its own key if it has none, and rewraps keys that were wrapped with another KYC_KEY.
 */
export function sealingSweep(deps: Deps): Sweep {
  let after = FIRST;
  const run = async () => {
    after = await resealAll(deps, after);
  };
  return { name: 'kyc/sealing', everyMs: 15 * MINUTE, run };
}

async function resealAll(deps: Deps, from: string): Promise<string> {
  const failed: unknown[] = [];
  let after = from;
  for (let done = 0; done < MAX_PER_RUN; done += BATCH_SIZE) {
    const page = { after, limit: BATCH_SIZE };
    const userIds = await listOutdatedKeys(deps.db, getMasterName(deps.config), page);
    for (const userId of userIds) {
      try {
        await resealIdentity(deps, userId);
      } catch (error) {
        failed.push(error);
      }
    }
    after = userIds.length < BATCH_SIZE ? FIRST : (userIds.at(-1) ?? FIRST);
    if (after === FIRST) break;
  }
  // Logs one line: if KYC_KEY is lost, every identity fails for the same reason.
  if (failed.length > 0)
    deps.log.error({ err: failed[0], failedCount: failed.length }, 'identities do not open');
  return after;
}

async function resealIdentity(deps: Deps, userId: string): Promise<void> {
  const row = await findKyc(deps.db, userId);
  if (!row || row.erasedAt) return;
  if (row.keyVersion === DIRECT_VERSION) await giveOwnKey(deps, row);
  else await rewrapKey(deps, userId);
}

/** Migrates identities whose numbers and documents were encrypted with KYC_KEY directly. */
async function giveOwnKey(deps: Deps, { accountId: userId }: KycRow): Promise<void> {
  const documents = await listDocuments(deps.db, [userId]);
  const dataKey = createDataKey(DIRECT_VERSION + 1);
  const resealed: KycDocumentRow[] = [];
  try {
    for (const document of documents) resealed.push(await resealDocument(deps, document, dataKey));
    const isKept = await transact(deps.db, async (tx) => {
      const row = await lockKyc(tx, userId);
      // The user resubmitted, or the identity was erased, while the files were encrypted.
      if (!row || row.erasedAt || row.keyVersion !== DIRECT_VERSION) return false;
      const numbers = openNumbers(deps.config, row, undefined);
      await updateKyc(tx, userId, sealNumbers(deps.config, userId, dataKey, numbers));
      const createdAt = deps.clock.now();
      await upsertKey(tx, { accountId: userId, ...wrapDataKey(deps.config, userId, dataKey), createdAt });
      await enqueueFileRemoval(tx, deps, documents);
      await replaceDocuments(tx, userId, resealed);
      return true;
    });
    if (!isKept) await removeStoredDocuments(deps, resealed);
  } catch (error) {
    await removeUnsavedDocuments(deps, resealed, error);
    throw error;
  }
}

/** Renews only the wrapping and the number indexes, which depend on KYC_KEY. */
async function rewrapKey(deps: Deps, userId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = await lockKyc(tx, userId);
    const keyRow = await findKey(tx, userId);
    if (!row || !keyRow) return;
    const [dataKey] = listOpeningKeys(deps.config, keyRow.version, keyRow);
    if (!dataKey) return;
    await upsertKey(tx, { ...keyRow, ...wrapDataKey(deps.config, userId, dataKey) });
    await updateKyc(tx, userId, indexNumbers(deps.config, openNumbers(deps.config, row, keyRow)));
  });
}
