import type { Outcome, Refused, Success, Unknown, UnknownReason } from './wallet-provider.ts';

export function success<Value>(value: Value): Success<Value> {
  return { kind: 'success', value };
}

export function refused(issue: string, debugId?: string): Refused {
  return debugId === undefined ? { kind: 'refused', issue } : { kind: 'refused', issue, debugId };
}

export function unknown(
  reason: UnknownReason,
  details: { debugId?: string; retryAfterMs?: number } = {},
): Unknown {
  return { kind: 'unknown', reason, ...details };
}

export function andThen<From, To>(outcome: Outcome<From>, next: (value: From) => Outcome<To>): Outcome<To> {
  return outcome.kind === 'success' ? next(outcome.value) : outcome;
}
