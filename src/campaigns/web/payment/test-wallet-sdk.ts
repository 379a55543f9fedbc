import { act } from '@testing-library/react';
import { vi } from 'vitest';

interface SessionOptions {
  onApprove(data: { orderId: string; payerId: string }): Promise<void>;
  onCancel(data: object): void;
  onError(error: Error): void;
}

export function stubWalletSdk({ refuses = false } = {}) {
  let options: SessionOptions | undefined;
  const sdk = {
    createInstance: vi.fn(async (_options: { clientToken: string }) => {
      if (refuses) throw new Error('the token is not good');
      return {
        createPayPalOneTimePaymentSession: (given: SessionOptions) => {
          options = given;
          return { start: sdk.start, destroy: sdk.destroy, cancel: () => undefined };
        },
      };
    }),
    /** Like the real one, waits for the order and reports a failed order both ways. */
    start: vi.fn(async (_how: { presentationMode: string }, order: Promise<{ orderId: string }>) => {
      try {
        sdk.orderIds.push((await order).orderId);
      } catch (error) {
        if (error instanceof Error) options?.onError(error);
        throw error;
      }
    }),
    destroy: vi.fn(),
    orderIds: [] as string[],
    approve: (orderId: string) => act(async () => options?.onApprove({ orderId, payerId: 'PAYER-1' })),
    cancel: () => act(async () => options?.onCancel({})),
    fail: () => act(async () => options?.onError(new Error('the wallet’s own words'))),
  };
  vi.stubGlobal('paypal', { version: '6.1.0', createInstance: sdk.createInstance });
  return sdk;
}
