import { type ReactNode, useRef, useState } from 'react';
import { CallError } from '#platform/web/call.ts';
import { AgeModal } from './age-modal.tsx';
import { LocationConsentModal } from './location-consent-modal.tsx';

type Question = 'age' | 'location';

/** Thrown where the person was asked for a consent and did not give it. There is nothing to tell them. */
export class ConsentNotGiven extends Error {}

export interface Compliance {
  /**
   * Tries what needs consents. Where the server refuses for the lack of one, asks for it and tries again, so that
   * nothing is lost; rejects with ConsentNotGiven where it is not given, else as `attempt` does.
   */
  through<Result>(attempt: () => Promise<Result>): Promise<Result>;
  /** Must stand somewhere on the screen. */
  modals: ReactNode;
}

const questionOf: Readonly<Record<string, Question>> = {
  'compliance/incomplete': 'age',
  'compliance/location-consent': 'location',
};

/** Consents are asked for at the moment in which they are needed, not before. */
export function useCompliance(): Compliance {
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
    async through(attempt) {
      const asked = new Set<Question>();
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
