import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * A panel whose subject is part of the address, so that links open it and Back closes it. `parameter` is the name in
 * the query.
 */
export function useUrlPanel(parameter: string) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const withSubject = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete(parameter);
    else next.set(parameter, id);
    return next;
  };
  return {
    id: search.get(parameter),
    /** What a link to the panel needs. */
    linkTo: (id: string) => ({
      to: { search: `?${withSubject(id)}` },
      state: OPENED_HERE,
      preventScrollReset: true,
    }),
    /** Shows another subject in the open panel. Back still closes it. */
    show: (id: string) => {
      setSearch(withSubject(id), { replace: true, preventScrollReset: true, state });
    },
    close: () => {
      // Otherwise Back would open the panel again.
      if (isOpenedHere(state)) void navigate(-1);
      else setSearch(withSubject(null), { replace: true, preventScrollReset: true });
    },
  };
}

const OPENED_HERE = { isPanelOpenedHere: true };

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isPanelOpenedHere' in state;
}
