import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

function directivesWith(settings: Record<string, string>) {
  return contentSecurityPolicy(readConfig({ MAP_STYLE_URL: 'offline', ...settings })).directives;
}
const whereTheWalletWorks = ['scriptSrc', 'connectSrc', 'frameSrc', 'imgSrc'];

test('with the simulator, or with any other wallet, nothing comes from elsewhere', () => {
  for (const WALLET_BASE_URL of ['', 'https://wallet.example']) {
    const sources = Object.values(directivesWith({ WALLET_BASE_URL }) ?? {}).flat();
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((source) => /https?:|\*/.test(String(source)))).toEqual([]);
  }
});

test.each(['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com'])(
  'with %s its component may load, ask and show a frame, and nothing else becomes wider',
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

test('no wallet brings back inline scripts', () => {
  const { scriptSrc } = directivesWith({ WALLET_BASE_URL: 'https://api-m.paypal.com' }) ?? {};
  expect(String(scriptSrc)).not.toContain('unsafe');
});

test('the map’s host is only where the map draws from', () => {
  const { connectSrc, imgSrc, scriptSrc } =
    directivesWith({ MAP_STYLE_URL: 'https://tiles.example/style.json' }) ?? {};
  expect([connectSrc, imgSrc].map(String)).toEqual([
    expect.stringContaining('https://tiles.example'),
    expect.stringContaining('https://tiles.example'),
  ]);
  expect(String(scriptSrc)).not.toContain('tiles.example');
});
