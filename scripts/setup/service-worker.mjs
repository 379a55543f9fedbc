import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An address of no page: for any such one the server answers with the app's empty page (platform/server/pages.ts). */
const EMPTY_PAGE = '/app-shell';

/** Needed only to draw maps, which need a connection anyway, and half of all bytes. */
const mapFiles = /^(?:map-canvas|maplibre-gl|counties|us-cities|neighbours|far-land)/;

/** Builds src/main/offline/service-worker.ts beside the finished screens in `client`, with the names of the files that it keeps. */
export async function buildServiceWorker(root, client) {
  const esbuild = await import('esbuild');
  // In one go: the service that esbuild would leave running is ended by the build of the server beside this one.
  esbuild.buildSync({
    absWorkingDir: root,
    entryPoints: ['src/main/offline/service-worker.ts'],
    outfile: join(client, 'service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"production"',
      EMPTY_PAGE: JSON.stringify(EMPTY_PAGE),
      KEPT_FILES: JSON.stringify(keptFiles(join(root, client))),
    },
  });
}

function keptFiles(client) {
  const emptyPage = readFileSync(join(client, '__spa-fallback.html'));
  const assets = readdirSync(join(client, 'assets')).filter(
    (name) => /\.(?:js|css|woff2)$/.test(name) && !mapFiles.test(name),
  );
  return [
    { url: EMPTY_PAGE, revision: createHash('sha256').update(emptyPage).digest('hex').slice(0, 16) },
    // Their names hold a hash of what is in them.
    ...assets.sort().map((name) => ({ url: `/assets/${name}`, revision: null })),
  ];
}
