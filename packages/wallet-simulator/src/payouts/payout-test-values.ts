import { payoutError, type WalletError } from '../errors.ts';
import { batchView } from './payout-view.ts';
import type { BatchRecord, ItemRecord } from '../books/records.ts';
import { isoNow, type Simulator } from '../simulator.ts';

/**
 * The wallet's own test values: a note of a new batch's first item, a batch id or an item id. Each gets a fixed refusal
 * or status, and changes nothing. Case-sensitive.
 */
const noteRefusals: Record<string, [status: number, name: string, message: string]> = {
  ERRPYO001: [403, 'SENDER_RESTRICTED', 'Authorization error occurred.'],
  ERRPYO002: [403, 'SENDER_EMAIL_UNCONFIRMED', 'Authorization error occurred.'],
  ERRPYO003: [403, 'AUTHORIZATION_ERROR', 'Authorization error occurred.'],
  ERRPYO005: [422, 'INSUFFICIENT_FUNDS', 'Sender does not have sufficient funds.'],
  ERRPYO006: [500, 'INTERNAL_ERROR', 'An internal service error has occurred.'],
  ERRPYO010: [400, 'VALIDATION_ERROR', 'Invalid request - see details'],
  ERRPYO011: [403, 'REQUIRED_SCOPE_MISSING', 'Access token does not have the required scope.'],
  ERRPYO012: [403, 'SENDER_LOCKED', 'The sender account is locked.'],
  ERRPYO014: [400, 'USER_BUSINESS_ERROR', 'User business error.'],
  ERRPYO035: [429, 'RATE_LIMIT_VALIDATION', 'Request is blocked due to multiple failed attempts.'],
  ERRPYO036: [504, 'REQUEST_TIMEOUT_EXCEEDED', 'System did not respond within the timeout period.'],
  ERRPYO039: [409, 'PREVIOUS_REQUEST_IN_PROGRESS', 'A previous request is still in progress.'],
};

const batches: Record<
  string,
  { batch: BatchRecord['status']; item: ItemRecord['status']; issue?: string } | undefined
> = {
  ERRPYO019: { batch: 'SUCCESS', item: 'FAILED', issue: 'RECEIVER_ACCOUNT_LOCKED' },
  ERRPYO022: { batch: 'SUCCESS', item: 'UNCLAIMED', issue: 'RECEIVER_UNREGISTERED' },
  ERRPYO027: { batch: 'SUCCESS', item: 'BLOCKED', issue: 'RISK_DECLINE' },
  ERRPYOB001: { batch: 'SUCCESS', item: 'SUCCESS' },
  ERRPYOB002: { batch: 'PENDING', item: 'PENDING' },
  ERRPYOB003: { batch: 'PROCESSING', item: 'PENDING' },
  ERRPYOB004: { batch: 'DENIED', item: 'FAILED', issue: 'SELF_PAY_NOT_ALLOWED' },
};

export function refusalForNote(note: string | undefined): WalletError | undefined {
  const refusal = noteRefusals[note ?? ''];
  return refusal && payoutError(...refusal);
}

export function batchForId(simulator: Simulator, id: string): object | undefined {
  const asked = batches[id];
  if (!asked) return undefined;
  const now = isoNow(simulator);
  const isOver = asked.item !== 'PENDING';
  const item: ItemRecord = {
    id: `${id}ITEM`,
    batchId: id,
    recipientType: 'EMAIL',
    receiver: 'receiver@wallet-simulator.example',
    amountCents: 100,
    status: asked.item,
    steps: [],
    issue: asked.issue,
    transactionId: isOver ? simulator.ids.object() : undefined,
    createdAt: now,
    processedAt: isOver ? now : undefined,
  };
  const batch: BatchRecord = {
    id,
    status: asked.batch,
    itemIds: [item.id],
    createdAt: now,
    completedAt: isOver ? now : undefined,
  };
  return batchView(simulator, batch, [item]);
}

export function refusalForCancelling(itemId: string): WalletError | undefined {
  if (itemId === 'ERRPYO007') return alreadyCancelled();
  return itemId === 'ERRPYO009' ? notUnclaimed() : undefined;
}

export function alreadyCancelled(): WalletError {
  return payoutError(400, 'ITEM_ALREADY_CANCELLED', 'Item is already cancelled.');
}

export function notUnclaimed(): WalletError {
  return payoutError(400, 'ITEM_INCORRECT_STATUS', 'Only an unclaimed item can be cancelled.');
}
