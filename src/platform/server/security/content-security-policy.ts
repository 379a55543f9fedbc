import type { HelmetOptions } from 'helmet';
import type { Config } from '../settings/config.ts';
import { isPayPal } from '../http/wallet-sdk-url.ts';

/**
 * Scripts only come from this origin, plus the inline scripts whose hashes a page adds. Mantine sets style attributes,
 * and the map draws from blobs in a worker. The simulator's component is served from this origin.
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
