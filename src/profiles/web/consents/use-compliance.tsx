import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { CallError } from '#platform/web/call.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { lazyDialog } from '#platform/web/ui/layout/lazy-dialog.tsx';

const AgeModal = lazyDialog(async () => (await import('./age-modal.tsx')).AgeModal, {
  isOpen: ({ opened }) => opened,
  close: ({ onCancelled }) => onCancelled(),
});
const LocationConsentModal = lazyDialog(
  async () => (await import('./location-consent-modal.tsx')).LocationConsentModal,
  { isOpen: ({ opened }) => opened, close: ({ onDeclined }) => onDeclined() },
);

type Question = 'age' | 'location';

/** Don't show an error: declining was the user's choice. */
export class ConsentNotGiven extends Error {}

export interface Compliance {
  /**
   * If the server refuses because of a missing consent, asks for it and retries. Throws ConsentNotGiven if the user
   * declines, and otherwise whatever `attempt` throws.
   */
  through<Result>(attempt: () => Promise<Result>, needs: { location: boolean }): Promise<Result>;
  modals: ReactNode;
}

const questionByCode: Readonly<Record<string, Question>> = {
  'compliance/incomplete': 'age',
  'compliance/location-consent': 'location',
};

export function useCompliance(): Compliance {
  const { user } = useCurrentUser();
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const resolveQuestion = useRef<(isGiven: boolean) => void>(null);

  const ask = (next: Question) =>
    new Promise<boolean>((resolve) => {
      resolveQuestion.current = resolve;
      setQuestion(next);
    });
  const answer = (isGiven: boolean) => {
    setQuestion(null);
    resolveQuestion.current?.(isGiven);
    resolveQuestion.current = null;
  };

  return {
    async through(attempt, needs) {
      const asked = new Set<Question>();
      // A form may have saved the consents since the last render.
      const present = client.getQueryData<CurrentUser | null>(getQueryKey(getCurrentUser));
      for (const next of listMissingConsents(present, needs)) {
        asked.add(next);
        if (!(await ask(next))) throw new ConsentNotGiven();
      }
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          const next = error instanceof CallError ? questionByCode[error.code] : undefined;
          // Refused again for a consent just given: asking again would loop forever.
          if (!next || asked.has(next)) throw error;
          asked.add(next);
          if (!(await ask(next))) throw new ConsentNotGiven();
        }
      }
    },
    modals: (
      <>
        <AgeModal
          opened={question === 'age'}
          onConfirmed={() => answer(true)}
          onCancelled={() => answer(false)}
        />
        <LocationConsentModal
          opened={question === 'location'}
          isChanged={user?.locationConsent}
          onAllowed={() => answer(true)}
          onDeclined={() => answer(false)}
        />
      </>
    ),
  };
}

function listMissingConsents(user: CurrentUser | null | undefined, needs: { location: boolean }): Question[] {
  if (!user) return [];
  const { ageVerified, termsAccepted, privacyAccepted, locationConsent } = user;
  const missing: Question[] = ageVerified && termsAccepted && privacyAccepted ? [] : ['age'];
  return needs.location && !locationConsent ? [...missing, 'location'] : missing;
}
