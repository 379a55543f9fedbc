import type { HelmetOptions } from 'helmet';
import type { Config } from '../settings/config.ts';
import { isPayPal } from '../http/wallet-sdk-url.ts';

/**
 * Returns the content security policy. Scripts only come from this origin, plus the inline scripts of the
 * built pages, whose hashes paging.ts adds per page. Mantine sets style attributes, and the map draws from
 * blobs in a worker. If the wallet is PayPal, its component may also load its scripts, call its server and
 * show its frame. The simulator's component is served from this origin.
 */
export function contentSecurityPolicy(
  config: Pick<Config, 'mapStyleUrl' | 'wallet'>,
): Exclude<HelmetOptions['contentSecurityPolicy'], boolean | undefined> {
  const mapHosts = config.mapStyleUrl === 'offline' ? [] : [mapOrigin(config)];
  const walletHosts = isPayPal(config.wallet.baseUrl) ? payPalHosts : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...walletHosts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts, ...walletHosts],
      connectSrc: ["'self'", ...mapHosts, ...walletHosts],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", ...walletHosts],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  };
}

/**
 * The hosts that PayPal documents for scripts, calls, frames and images. Without Venmo, which we do not
 * offer. Without 'unsafe-inline' for scripts: browsers ignore it on a page that lists script hashes.
 */
const payPalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

function mapOrigin(config: Pick<Config, 'mapStyleUrl'>): string {
  return new URL(config.mapStyleUrl ?? 'https://tiles.openfreemap.org/').origin;
}
