/** Disputes about proofs. An admin decides once both sides had their say, so tests hand the case over first. */
import { answerDispute, escalateDispute } from '#disputes/contract.ts';
import type { Client } from '../app.ts';

/** The side that did not open the dispute answers and asks for a decision. Repeating it changes nothing. */
export async function handToAdmins(respondent: Client, id: string): Promise<void> {
  const params = { id };
  await respondent.call(answerDispute, { params, body: { text: 'I see it differently.' } });
  await respondent.call(escalateDispute, { params });
}
