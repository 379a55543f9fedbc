import { z } from 'zod';
import { type Message, t } from './text.ts';

/** The shape of every error response. `fields` maps the path of a field to its problem. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The current state of the object, if a decision came too late (decision 19.2). */
  state: z.string().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Returns null for the text of a proxy or a crash. */
export function parseErrorBody(answer: string): ErrorBody | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(answer);
    return typeof body?.code === 'string' && typeof body.message === 'string' ? (body as ErrorBody) : null;
  } catch {
    return null;
  }
}

/** The status of a refusal and its message for the user. */
export type DeclaredRefusal = readonly [status: number, text: Message];
export type DeclaredRefusals = Readonly<Record<string, DeclaredRefusal>>;

export interface RefusalDetails {
  message?: string;
  fields?: Record<string, string>;
  state?: string;
  retryAfterSeconds?: number;
}

/** An expected error: the error handler formats it, and never logs it as a bug. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: string, [status, text]: DeclaredRefusal, details: RefusalDetails = {}) {
    super(details.message ?? t(text));
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Keeps the first message of each path. */
export function toFieldErrors(error: z.ZodError): Record<string, string> {
  const texts = new Map<string, string>();
  for (const issue of error.issues.flatMap(findClosestBranch)) {
    const path = issue.path.join('.');
    const unrecognised = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const key of unrecognised) texts.set(path ? `${path}.${key}` : key, t('Unknown field'));
    const name = path || 'body';
    if (unrecognised.length === 0 && !texts.has(name)) texts.set(name, issue.message);
  }
  // fromEntries also creates a plain field for a key named __proto__. An assignment would lose it.
  return Object.fromEntries(texts);
}

/** If no branch of a union matched, the issues of the closest branch. The others would only confuse the user. */
function findClosestBranch(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(findClosestBranch));
  const [nearest = []] = branches.toSorted(
    (one, other) => countInvalidFields(one) - countInvalidFields(other),
  );
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function countInvalidFields(issues: readonly z.core.$ZodIssue[]): number {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path[0] ?? ''],
  );
  return new Set(names).size;
}
