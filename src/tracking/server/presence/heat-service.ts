import { cellToBoundary } from 'h3-js';
import type { ResponseInput } from '#kernel/endpoint.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { listPresenceCells as contract, PresenceCell } from '#tracking/track-contract.ts';
import type { CellShare } from './presence-cells.ts';
import { countLook, requireViewer } from '../live/live-service.ts';
import { listCells } from './summary-store.ts';

/**
 * Cells visited by a single marketer are included: the live map has shown the same cell, or would have with a better
 * connection. For the same reason, this counts as a look at the live map.
 */
export async function listPresenceCells(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<ResponseInput<typeof contract>> {
  await requireViewer(deps, actor, campaignId);
  await countLook(deps, actor, campaignId);
  const byCell = new Map<string, CellShare[]>();
  for (const share of await listCells(deps.db, campaignId)) {
    byCell.set(share.cell, [...(byCell.get(share.cell) ?? []), share]);
  }
  return { cells: Array.from(byCell, ([cell, shares]) => toCell(cell, shares)) };
}

function toCell(cell: string, shares: readonly CellShare[]): PresenceCell {
  return {
    cell,
    boundary: cellToBoundary(cell).map(([latitude, longitude]) => ({ latitude, longitude })),
    fixes: shares.reduce((sum, { fixes }) => sum + fixes, 0),
    minutes: rounded(shares.reduce((sum, { minutes }) => sum + minutes, 0)),
    tenMinutes: shares.map(({ tenMinutes, fixes, minutes }) => ({
      from: tenMinutes.toISOString(),
      fixes,
      minutes: rounded(minutes),
    })),
  };
}

const rounded = (minutes: number) => Math.round(minutes * 10) / 10;
