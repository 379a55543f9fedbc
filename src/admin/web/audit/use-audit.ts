import { useSearchParams } from 'react-router';
import { usePages } from '#platform/web/paging.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { auditKinds, exportAudit, listAudit, verifyAudit } from '../../audit-contract.ts';

const PAGE_ROWS = 50;

/** Dates are in the user's time zone; '' if a filter is not set. */
export interface AuditFormValues {
  action: string;
  actor: string;
  object: string;
  from: string;
  to: string;
  show: string;
  order: string;
}

const names = ['action', 'actor', 'object', 'from', 'to', 'show', 'order'] as const;

export function useAuditFilters() {
  const [search, setSearch] = useSearchParams();
  // `names` lists the fields of AuditFormValues.
  const choice = Object.fromEntries(
    names.map((name) => [name, search.get(name) ?? '']),
  ) as unknown as AuditFormValues;
  const choose = (chosen: AuditFormValues) =>
    setSearch(
      { tab: 'audit', ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')) },
      { replace: true, preventScrollReset: true },
    );
  return { choice, choose };
}

/** Dates become the start and end of that day in the user's time zone. */
export function toAuditQuery({ action, actor, object, from, to, show }: AuditFormValues) {
  // A chosen category says itself whether it is of views.
  const asked = show === '' && action === '' ? 'actions' : show;
  const shown = auditKinds.find((kind) => kind === asked);
  return {
    ...(shown ? { show: shown } : {}),
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(object ? { object } : {}),
    ...(from ? { from: toStartOfDay(from, 0) } : {}),
    ...(to ? { to: toStartOfDay(to, 1) } : {}),
  };
}

function toStartOfDay(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export function useAuditLog(choice: AuditFormValues) {
  const order = choice.order === 'oldest' ? { order: 'oldest' as const } : {};
  return usePages(
    listAudit,
    { query: { ...toAuditQuery(choice), ...order, limit: PAGE_ROWS } },
    { keepsLast: true },
  );
}

export function auditExportUrl(choice: AuditFormValues): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(toAuditQuery(choice))) if (value) search.set(name, value);
  return search.size > 0 ? `${exportAudit.path}?${search}` : exportAudit.path;
}

export function useVerifyAudit() {
  return useCallMutation(verifyAudit);
}
