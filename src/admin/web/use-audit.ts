import { useSearchParams } from 'react-router';
import { usePages } from '#platform/web/pages.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { exportAudit, listAudit, verifyAudit } from '../audit-contract.ts';

const PAGE_ROWS = 50;

/** Dates are in the user's time zone; '' if a filter is not set. */
export interface AuditChoice {
  action: string;
  actor: string;
  object: string;
  from: string;
  to: string;
}

const names = ['action', 'actor', 'object', 'from', 'to'] as const;

/** Stores the log's filters in the URL, beside `?tab=audit`. */
export function useAuditChoice() {
  const [search, setSearch] = useSearchParams();
  // `names` lists the fields of AuditChoice.
  const choice = Object.fromEntries(
    names.map((name) => [name, search.get(name) ?? '']),
  ) as unknown as AuditChoice;
  const choose = (chosen: AuditChoice) =>
    setSearch(
      { tab: 'audit', ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')) },
      { replace: true, preventScrollReset: true },
    );
  return { choice, choose };
}

/** Returns the query for the server: dates become the start and end of that day in the user's time zone. */
export function filtersOf({ action, actor, object, from, to }: AuditChoice) {
  return {
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(object ? { object } : {}),
    ...(from ? { from: beginOf(from, 0) } : {}),
    ...(to ? { to: beginOf(to, 1) } : {}),
  };
}

function beginOf(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export function useAuditLog(choice: AuditChoice) {
  return usePages(listAudit, { query: { ...filtersOf(choice), limit: PAGE_ROWS } }, { keepsLast: true });
}

export function exportAddress(choice: AuditChoice): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filtersOf(choice))) if (value) search.set(name, value);
  return search.size > 0 ? `${exportAudit.path}?${search}` : exportAudit.path;
}

export function useVerifyAudit() {
  return useCallMutation(verifyAudit);
}
