import { z } from 'zod';
import { key, setting } from './setting.ts';
import { secretDestination } from './setting-checks.ts';

export const outgoingSettings = {
  PUSH_KEY: setting(
    key,
    'private key (P-256) that signs push messages; generated in DATA_DIR if not set; without it, production sends none',
  ),
  PUSH_LOOPBACK: setting(
    z.enum(['allowed', 'refused']).default('refused'),
    'whether push messages may go to a server on this machine; for tests only',
    'refused',
  ),
  WEBHOOK_LOOPBACK: setting(
    z.enum(['allowed', 'refused']).default('refused'),
    'whether users’ webhooks may lead to a server on this machine, also by http; for tests and development only',
    'refused',
  ),
  POST_CHECKS: setting(
    z.enum(['on', 'off']).default('on'),
    'whether the server asks TikTok, X and YouTube if a post is still there; `off` leaves it to the business',
  ),
  POST_CHECKS_URL: setting(
    secretDestination.optional(),
    'server that answers in place of the platforms; outside production default the built-in simulator',
    'refused',
  ),
};

type Values = {
  [Name in keyof typeof outgoingSettings]: z.output<(typeof outgoingSettings)[Name]['schema']>;
};

export interface OutgoingConfig {
  push: {
    key: string | undefined;
    allowsLoopback: boolean;
  };
  webhooks: { allowsLoopback: boolean };
  postChecks: {
    isOn: boolean;
    /** Undefined in production, which asks the platforms, and elsewhere if the simulator answers. */
    baseUrl: string | undefined;
  };
}

export function toOutgoingConfig(values: Values): OutgoingConfig {
  return {
    push: { key: values.PUSH_KEY, allowsLoopback: values.PUSH_LOOPBACK === 'allowed' },
    webhooks: { allowsLoopback: values.WEBHOOK_LOOPBACK === 'allowed' },
    postChecks: {
      isOn: values.POST_CHECKS === 'on',
      baseUrl: values.POST_CHECKS_URL?.replace(/\/+$/, ''),
    },
  };
}
