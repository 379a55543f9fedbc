import { type ReactNode, useRef, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { CallError } from '#platform/web/call.ts';
import { AgeModal } from './age-modal.tsx';
import { LocationConsentModal } from './location-consent-modal.tsx';

type Question = 'age' | 'location';

/** Thrown where the person was asked for a consent and did not give it. There is nothing to tell them. */
export class ConsentNotGiven extends Error {}

export interface Compliance {
  /**
   * Does what needs consents: asks first for those known to be missing, tries, and where the server refuses for the
   * lack of one after all, asks and tries again, so that nothing is lost. Rejects with ConsentNotGiven where one is
   * not given, else as `attempt` does.
   */
  through<Result>(attempt: () => Promise<Result>, needs: { location: boolean }): Promise<Result>;
  /** Must stand somewhere on the screen. */
  modals: ReactNode;
}

const questionOf: Readonly<Record<string, Question>> = {
  'compliance/incomplete': 'age',
  'compliance/location-consent': 'location',
};

/** Consents are asked for at the moment in which they are needed, not before. */
export function useCompliance(): Compliance {
  const { user } = useCurrentUser();
  const [question, setQuestion] = useState<Question | null>(null);
  const settle = useRef<(isGiven: boolean) => void>(null);

  const ask = (next: Question) =>
    new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setQuestion(next);
    });
  const answer = (isGiven: boolean) => {
    setQuestion(null);
    settle.current?.(isGiven);
    settle.current = null;
  };

  return {
    async through(attempt, needs) {
      const asked = new Set<Question>();
      for (const next of missingOf(user, needs)) {
        asked.add(next);
        if (!(await ask(next))) throw new ConsentNotGiven();
      }
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          const next = error instanceof CallError ? questionOf[error.code] : undefined;
          // Refused again for what was just given: asking once more would go on for ever.
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
          onAllowed={() => answer(true)}
          onDeclined={() => answer(false)}
        />
      </>
    ),
  };
}

/** In the order in which the server would ask. */
function missingOf(user: CurrentUser | null | undefined, needs: { location: boolean }): Question[] {
  if (!user) return [];
  const { ageVerified, termsAccepted, privacyAccepted, locationConsent } = user;
  const missing: Question[] = ageVerified && termsAccepted && privacyAccepted ? [] : ['age'];
  return needs.location && !locationConsent ? [...missing, 'location'] : missing;
}
