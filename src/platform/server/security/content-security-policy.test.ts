import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

function directivesWith(settings: Record<string, string>) {
  return contentSecurityPolicy(readConfig({ MAP_STYLE_URL: 'offline', ...settings })).directives;
}
const whereTheWalletWorks = ['scriptSrc', 'connectSrc', 'frameSrc', 'imgSrc'];

test('allows only this origin with the simulator or any other wallet', () => {
  for (const WALLET_BASE_URL of ['', 'https://wallet.example']) {
    const sources = Object.values(directivesWith({ WALLET_BASE_URL }) ?? {}).flat();
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((source) => /https?:|\*/.test(String(source)))).toEqual([]);
  }
});

test.each(['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com'])(
  'with %s, allows scripts, calls, frames and images of PayPal and nothing else',
  (WALLET_BASE_URL) => {
    const narrow = directivesWith({});
    for (const [name, sources] of Object.entries(directivesWith({ WALLET_BASE_URL }) ?? {})) {
      const added = [sources].flat().filter((source) => ![narrow?.[name]].flat().includes(source));
      expect([name, added]).toEqual([
        name,
        whereTheWalletWorks.includes(name) ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [],
      ]);
    }
  },
);

test('never allows inline scripts, whatever the wallet', () => {
  const { scriptSrc } = directivesWith({ WALLET_BASE_URL: 'https://api-m.paypal.com' }) ?? {};
  expect(String(scriptSrc)).not.toContain('unsafe');
});

test('allows the map’s host for calls and images only', () => {
  const { connectSrc, imgSrc, scriptSrc } =
    directivesWith({ MAP_STYLE_URL: 'https://tiles.example/style.json' }) ?? {};
  expect([connectSrc, imgSrc].map(String)).toEqual([
    expect.stringContaining('https://tiles.example'),
    expect.stringContaining('https://tiles.example'),
  ]);
  expect(String(scriptSrc)).not.toContain('tiles.example');
});
