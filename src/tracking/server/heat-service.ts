import { cellToBoundary } from 'h3-js';
import type { ResponseInput } from '#kernel/endpoint.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { listPresenceCells as contract, PresenceCell } from '#tracking/track-contract.ts';
import type { CellShare } from './presence-cells.ts';
import { countLook, requireViewer } from './live-service.ts';
import { listCells } from './summary-store.ts';

/**
 * A campaign's heat map, for those who may see its live map. A cell that only one marketer has visited is not left out: it
 * is the very cell that the live map has shown of them at that time, or would have with a better connection. So a look at it
 * counts as one at the live map.
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
