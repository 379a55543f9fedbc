import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { openProofDrafts, type ProofDraft, type ProofDrafts } from './draft-database.ts';

const SAVE_AFTER_MS = 400;

interface UseProofDraft {
  accountId: string | undefined;
  slot: string;
  onLoaded: (draft: ProofDraft) => void;
}

/** Without a database, everything works, but nothing outlives the page. */
export function useProofDraft({ accountId, slot, onLoaded }: UseProofDraft) {
  const clock = useClock();
  const database = useRef<Promise<ProofDrafts | null>>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const cancelSave = useRef<() => void>(() => {});
  const loaded = useEffectEvent(onLoaded);

  useEffect(() => {
    if (accountId === undefined) return;
    let isGone = false;
    const opening = openProofDrafts(clock.now()).catch(() => null);
    database.current = opening;
    void opening
      .then((drafts) => drafts?.load(accountId, slot))
      .catch(() => undefined)
      .then((draft) => {
        if (isGone) return;
        if (draft) loaded(draft);
        setIsLoaded(true);
      });
    return () => {
      isGone = true;
      cancelSave.current();
    };
  }, [accountId, slot, clock]);

  /** Returns false if the browser cannot keep it. */
  const save = async (draft: ProofDraft): Promise<boolean> => {
    cancelSave.current();
    try {
      const drafts = await database.current;
      await drafts?.save(draft);
      return Boolean(drafts);
    } catch {
      // A full disk, for example.
      return false;
    }
  };

  return {
    isLoaded,
    save,
    saveSoon(draft: ProofDraft) {
      cancelSave.current();
      cancelSave.current = clock.after(SAVE_AFTER_MS, () => void save(draft));
    },
    async remove() {
      cancelSave.current();
      if (accountId === undefined) return;
      await (await database.current)?.remove(accountId, slot).catch(() => {});
    },
  };
}
