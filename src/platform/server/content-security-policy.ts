import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from './config.ts';

/**
 * Scripts only from here, plus the inline ones of the built pages, whose hashes pages.ts adds per page.
 * Mantine sets style attributes and the map draws from blobs in a worker; both are named here and nothing else is.
 */
export function contentSecurityPolicy(
  config: Config,
): Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined> {
  const mapHosts = config.mapStyleUrl === 'offline' ? [] : [mapOrigin(config)];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts],
      connectSrc: ["'self'", ...mapHosts],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  };
}

function mapOrigin(config: Config): string {
  return new URL(config.mapStyleUrl ?? 'https://tiles.openfreemap.org/').origin;
}
