const siteHosts: Readonly<Record<string, string>> = {
  'api-m.paypal.com': 'www.paypal.com',
  'api.paypal.com': 'www.paypal.com',
  'api-m.sandbox.paypal.com': 'www.sandbox.paypal.com',
  'api.sandbox.paypal.com': 'www.sandbox.paypal.com',
};

const SCRIPT_PATH = '/web-sdk/v6/core';

/**
 * Returns PayPal's own script, or the simulator's on this site. Null for any other wallet, whose scripts we do not
 * allow: the user then pays on the wallet's page.
 */
export function walletSdkUrl(baseUrl: string | undefined): string | null {
  if (baseUrl === undefined) return `/wallet-simulator${SCRIPT_PATH}`;
  const site = payPalSite(baseUrl);
  return site ? `${site}${SCRIPT_PATH}` : null;
}

/** Without a trailing slash. Null if the wallet is not PayPal. */
export function payPalSite(baseUrl: string): string | null {
  const host = siteHosts[new URL(baseUrl).hostname];
  return host ? `https://${host}` : null;
}

export function isPayPal(baseUrl: string | undefined): boolean {
  return walletSdkUrl(baseUrl)?.startsWith('https:') ?? false;
}
