import { expect, test } from 'vitest';
import { nonPagePaths } from './non-page-paths.ts';

test.each([
  '/api/auth/user',
  '/api?x=1',
  '/paypal/return',
  '/wallet-simulator',
  '/assets/app.js',
  '/dev/mails',
  '/auth/google',
  '/auth/google/callback?code=1&state=2',
  '/auth/email/confirm',
  '/auth/signing',
])('%s is not a page', (address) => {
  expect(nonPagePaths.test(address)).toBe(true);
});

test.each([
  '/',
  '/marketer',
  '/auth/signin',
  '/auth/signin?account=deleted',
  '/auth/email-confirmation?token=1',
  '/apiary',
  '/developers',
])('%s is a page', (address) => {
  expect(nonPagePaths.test(address)).toBe(false);
});
