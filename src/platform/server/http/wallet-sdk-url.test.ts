import { expect, test } from 'vitest';
import { isPayPal, walletSdkUrl } from './wallet-sdk-url.ts';

test.each([
  ['nothing', undefined, '/wallet-simulator/web-sdk/v6/core', false],
  ['PayPal', 'https://api-m.paypal.com', 'https://www.paypal.com/web-sdk/v6/core', true],
  ['PayPal’s older address', 'https://api.paypal.com', 'https://www.paypal.com/web-sdk/v6/core', true],
  ['its sandbox', 'https://api-m.sandbox.paypal.com', 'https://www.sandbox.paypal.com/web-sdk/v6/core', true],
  [
    'the sandbox’s older one',
    'https://api.sandbox.paypal.com',
    'https://www.sandbox.paypal.com/web-sdk/v6/core',
    true,
  ],
  ['another wallet', 'http://localhost:9000/wallet', null, false],
  ['a name that only looks like it', 'https://api-m.paypal.com.evil.example', null, false],
  ['a path that only looks like it', 'https://evil.example/api-m.paypal.com', null, false],
])('returns the script if %s is configured', (_, baseUrl, script, isReal) => {
  expect(walletSdkUrl(baseUrl)).toBe(script);
  expect(isPayPal(baseUrl)).toBe(isReal);
});
