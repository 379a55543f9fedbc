import { z } from 'zod';
import { SECOND } from '#kernel/time.ts';
import { setting } from './setting.ts';

export const httpSettings = {
  CALL_LIMIT: setting(
    z.coerce.number().int().min(1).max(10_000).default(50),
    'calls in progress from which on the process refuses more, except those about money and tracking',
  ),
  REQUEST_TIMEOUT_MS: setting(
    z.coerce
      .number()
      .int()
      .min(1000)
      .max(300_000)
      .default(60 * SECOND),
    'time limit for a client to send a request; uploads are sent in several; below 8000, event streams are cut',
  ),
  STOP_TIMEOUT_MS: setting(
    z.coerce
      .number()
      .int()
      .min(0)
      .max(300_000)
      .default(10 * SECOND),
    'how long a stopping server waits for calls in progress before it closes their connections',
  ),
};

type Values = {
  [Name in keyof typeof httpSettings]: z.output<(typeof httpSettings)[Name]['schema']>;
};

export interface HttpConfig {
  callLimit: number;
  requestTimeoutMs: number;
  stopTimeoutMs: number;
}

export function toHttpConfig(values: Values): HttpConfig {
  return {
    callLimit: values.CALL_LIMIT,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    stopTimeoutMs: values.STOP_TIMEOUT_MS,
  };
}
