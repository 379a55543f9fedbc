import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The subject is part of the address, so that links open the panel and Back closes it. */
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
    linkTo: (id: string) => ({
      to: { search: `?${withSubject(id)}` },
      state: OPENED_HERE,
      preventScrollReset: true,
    }),
    /** Back still closes the panel. */
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
