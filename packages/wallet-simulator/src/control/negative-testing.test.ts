import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { handwritten } from '../../../../tests/support/wallet/behind-proxy.ts';
import { hasOfficialFiles, officialCheck } from '../../../../tests/support/wallet/official-check.ts';
import {
  capturedOrder,
  orderBody,
  signedInCaller,
  startSimulator,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;

beforeEach(async () => {
  simulator = await startSimulator();
  call = await signedInCaller(simulator);
});
afterEach(() => simulator.close());

const mock = (code: string) => ({ 'paypal-mock-response': `{"mock_application_codes":"${code}"}` });

describe('the header PayPal-Mock-Response', () => {
  const orders = '/v2/checkout/orders';

  test.each([
    ['INSTRUMENT_DECLINED', 422, orders],
    ['ORDER_COMPLETION_IN_PROGRESS', 422, `${orders}/X/capture`],
    ['TRANSACTION_DISPUTED', 422, '/v2/payments/captures/X/refund'],
    ['MISSING_REQUIRED_PARAMETER', 400, orders],
    ['PERMISSION_DENIED', 403, orders],
    ['INVALID_RESOURCE_ID', 404, orders],
    ['PREVIOUS_REQUEST_IN_PROGRESS', 409, orders],
  ])('%s returns %i from POST %s', async (code, status, path) => {
    const body = path === orders ? orderBody() : undefined;
    const { json, ...answer } = await call('POST', path, body, mock(code));
    expect([answer.status, json.details[0].issue]).toEqual([status, code]);
    expect(json.details[0].description).toMatch(/\w/);
    expect((await simulator.books()).orders).toEqual([]);
  });

  test.each([
    ['RATE_LIMIT_REACHED', 429],
    ['INTERNAL_SERVER_ERROR', 500],
    ['SERVICE_UNAVAILABLE', 503],
  ])('%s returns %i', async (code, status) => {
    const answer = await call('GET', '/v2/payments/captures/X', undefined, mock(code));
    expect([answer.status, answer.json.name]).toEqual([status, code]);
  });

  test('refuses a capture or refund and changes nothing', async () => {
    const captureId = await capturedOrder(simulator, call);
    const path = `/v2/payments/captures/${captureId}/refund`;
    const answer = await call('POST', path, undefined, mock('REFUND_TIME_LIMIT_EXCEEDED'));
    expect(answer.json.details[0].issue).toBe('REFUND_TIME_LIMIT_EXCEEDED');
    expect((await simulator.books()).refunds).toEqual([]);
    expect((await call('POST', path)).status).toBe(201);
  });

  test('is an invalid request with other content, and is ignored elsewhere', async () => {
    for (const text of ['MADE_UP_CODE', 'lower']) {
      const answer = await call('GET', '/v2/payments/captures/X', undefined, mock(text));
      expect([answer.status, answer.json.details[0].field]).toEqual([400, 'PayPal-Mock-Response']);
    }
    const elsewhere = await call('GET', '/v1/customer/disputes', undefined, mock('INSTRUMENT_DECLINED'));
    expect(elsewhere.status).toBe(200);
    const withoutToken = await fetch(`${simulator.url}/v2/payments/captures/X`, {
      headers: { ...handwritten, ...mock('INSTRUMENT_DECLINED') },
    });
    expect(withoutToken.status).toBe(401);
  });

  test.skipIf(!hasOfficialFiles)('matches PayPal’s interface files', async () => {
    const check = await officialCheck();
    const capture = (code: string) => call('POST', '/v2/checkout/orders/X/capture', undefined, mock(code));
    const refund = (code: string) => call('POST', '/v2/payments/captures/X/refund', undefined, mock(code));
    const problems = [];
    for (const code of [
      'COMPLIANCE_VIOLATION',
      'INSTRUMENT_DECLINED',
      'DUPLICATE_INVOICE_ID',
      'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
      'ORDER_ALREADY_CAPTURED',
      'ORDER_COMPLETION_IN_PROGRESS',
      'ORDER_NOT_APPROVED',
      'PAYEE_BLOCKED_TRANSACTION',
      'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
      'PAYER_ACTION_REQUIRED',
      'PAYER_CANNOT_PAY',
      'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
      'TRANSACTION_LIMIT_EXCEEDED',
      'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
      'TRANSACTION_REFUSED',
      'PERMISSION_DENIED',
      'INVALID_RESOURCE_ID',
    ]) {
      const path = '/v2/checkout/orders/{id}/capture';
      problems.push([code, check('checkout_orders_v2', path, 'post', await capture(code))]);
    }
    for (const code of [
      'CAPTURE_FULLY_REFUNDED',
      'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
      'PARTIAL_REFUND_NOT_ALLOWED',
      'PAYEE_ACCOUNT_RESTRICTED',
      'PENDING_CAPTURE',
      'REFUND_AMOUNT_EXCEEDED',
      'REFUND_FAILED_INSUFFICIENT_FUNDS',
      'REFUND_NOT_ALLOWED',
      'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
      'REFUND_TIME_LIMIT_EXCEEDED',
      'TRANSACTION_DISPUTED',
      'PREVIOUS_REQUEST_IN_PROGRESS',
    ]) {
      const path = '/v2/payments/captures/{capture_id}/refund';
      problems.push([code, check('payments_payment_v2', path, 'post', await refund(code))]);
    }
    expect(problems.filter(([, problem]) => problem !== '')).toEqual([]);
  });
});

describe('test values of payouts', () => {
  const pay = (note: string) =>
    call('POST', '/v1/payments/payouts', {
      sender_batch_header: { sender_batch_id: `po_${note}` },
      items: [{ receiver: 'a@example.com', amount: { currency: 'USD', value: '1.00' }, note }],
    });

  test.each([
    ['ERRPYO001', 403, 'SENDER_RESTRICTED'],
    ['ERRPYO005', 422, 'INSUFFICIENT_FUNDS'],
    ['ERRPYO006', 500, 'INTERNAL_ERROR'],
    ['ERRPYO014', 400, 'USER_BUSINESS_ERROR'],
    ['ERRPYO035', 429, 'RATE_LIMIT_VALIDATION'],
    ['ERRPYO036', 504, 'REQUEST_TIMEOUT_EXCEEDED'],
    ['ERRPYO039', 409, 'PREVIOUS_REQUEST_IN_PROGRESS'],
  ])('the note %s returns %i %s and changes nothing', async (note, status, name) => {
    await capturedOrder(simulator, call);
    const answer = await pay(note);
    expect([answer.status, answer.json.name]).toEqual([status, name]);
    expect((await simulator.books()).payouts).toEqual([]);
  });

  test('any other note creates a payout', async () => {
    await capturedOrder(simulator, call);
    expect((await pay('POSPYO001')).status).toBe(201);
    expect((await pay('errpyo001')).status).toBe(201);
  });

  test('an id returns its batch and creates none', async () => {
    const shown = async (id: string) => {
      const { status, json } = await call('GET', `/v1/payments/payouts/${id}`);
      const [item] = json.items;
      return [status, json.batch_header.batch_status, item.transaction_status, item.errors?.name];
    };
    expect(await shown('ERRPYO022')).toEqual([200, 'SUCCESS', 'UNCLAIMED', 'RECEIVER_UNREGISTERED']);
    expect(await shown('ERRPYO019')).toEqual([200, 'SUCCESS', 'FAILED', 'RECEIVER_ACCOUNT_LOCKED']);
    expect(await shown('ERRPYO027')).toEqual([200, 'SUCCESS', 'BLOCKED', 'RISK_DECLINE']);
    expect(await shown('ERRPYOB001')).toEqual([200, 'SUCCESS', 'SUCCESS', undefined]);
    expect(await shown('ERRPYOB002')).toEqual([200, 'PENDING', 'PENDING', undefined]);
    expect(await shown('ERRPYOB003')).toEqual([200, 'PROCESSING', 'PENDING', undefined]);
    expect(await shown('ERRPYOB004')).toEqual([200, 'DENIED', 'FAILED', 'SELF_PAY_NOT_ALLOWED']);
    expect((await simulator.books()).payouts).toEqual([]);
  });

  test('two item ids refuse to be cancelled', async () => {
    const cancel = async (id: string) => {
      const { status, json } = await call('POST', `/v1/payments/payouts-item/${id}/cancel`);
      return [status, json.name];
    };
    expect(await cancel('ERRPYO009')).toEqual([400, 'ITEM_INCORRECT_STATUS']);
    expect(await cancel('ERRPYO007')).toEqual([400, 'ITEM_ALREADY_CANCELLED']);
  });

  test.skipIf(!hasOfficialFiles)('match PayPal’s interface file', async () => {
    const check = await officialCheck();
    const problem = (path: string, method: string, answer: Awaited<ReturnType<typeof call>>) =>
      check('payments_payouts_batch_v1', `/v1/payments${path}`, method, answer);
    for (const note of ['ERRPYO001', 'ERRPYO006', 'ERRPYO010', 'ERRPYO014']) {
      expect(problem('/payouts', 'post', await pay(note))).toBe('');
    }
    for (const id of ['ERRPYO022', 'ERRPYOB002', 'ERRPYOB004']) {
      expect(problem('/payouts/{id}', 'get', await call('GET', `/v1/payments/payouts/${id}`))).toBe('');
    }
  });
});
