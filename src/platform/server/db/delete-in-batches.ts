const BATCH_SIZE = 1000;
/** The rest is due at the next run. */
const MAX_BATCHES = 50;

/** Each batch is a transaction of its own, so no lock lasts long and an interrupted run keeps its progress. */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<{ rowCount: number | null }>,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rowCount } = await deleteSome(BATCH_SIZE);
    if ((rowCount ?? 0) < BATCH_SIZE) return;
  }
}
