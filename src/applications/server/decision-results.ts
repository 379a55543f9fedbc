import { Refusal } from '#kernel/errors.ts';
import { type Application, ApplicationState } from '../contract.ts';

export interface DecisionResult {
  application: Application | null;
  refusal: { code: string; message: string; state: ApplicationState | null } | null;
}

export async function decideEach(
  ids: readonly string[],
  decide: (id: string) => Promise<Application>,
): Promise<DecisionResult[]> {
  const results: DecisionResult[] = [];
  for (const id of ids) results.push(await decideOne(id, decide));
  return results;
}

async function decideOne(id: string, decide: (id: string) => Promise<Application>): Promise<DecisionResult> {
  try {
    return { application: await decide(id), refusal: null };
  } catch (error) {
    // A refusal must not stop the remaining decisions.
    if (!(error instanceof Refusal)) throw error;
    const { code, message, details } = error;
    const state = ApplicationState.safeParse(details.state);
    return { application: null, refusal: { code, message, state: state.data ?? null } };
  }
}
