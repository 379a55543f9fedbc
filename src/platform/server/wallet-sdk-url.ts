/** PayPal's REST hosts, each with the host of the website and the browser script of the same environment. */
const siteHosts: Readonly<Record<string, string>> = {
  'api-m.paypal.com': 'www.paypal.com',
  'api.paypal.com': 'www.paypal.com',
  'api-m.sandbox.paypal.com': 'www.sandbox.paypal.com',
  'api.sandbox.paypal.com': 'www.sandbox.paypal.com',
};

const SCRIPT_PATH = '/web-sdk/v6/core';

/**
 * Where the browser loads the wallet's component from, given WALLET_BASE_URL: PayPal's own script, absolute, or the built-in
 * simulator's, on this site. Null for a wallet at any other address: it has no script that we would let in, and people
 * pay on its page instead.
 */
export function walletSdkUrl(baseUrl: string | undefined): string | null {
  if (baseUrl === undefined) return `/wallet-simulator${SCRIPT_PATH}`;
  const site = payPalSite(baseUrl);
  return site ? `${site}${SCRIPT_PATH}` : null;
}

/** The website of the same environment, without a slash at its end; null where the wallet is not PayPal. */
export function payPalSite(baseUrl: string): string | null {
  const host = siteHosts[new URL(baseUrl).hostname];
  return host ? `https://${host}` : null;
}

/** Whether the wallet is PayPal itself, whose component then works in our pages. */
export function isPayPal(baseUrl: string | undefined): boolean {
  return walletSdkUrl(baseUrl)?.startsWith('https:') ?? false;
}
