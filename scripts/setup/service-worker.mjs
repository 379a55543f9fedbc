import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The app without a page, as in src/platform/server/http/pages.ts. */
const EMPTY_PAGE = '/app-shell';

/** Needed only to draw maps, which need a connection anyway. They are half of all bytes. */
const mapFiles = /^(?:map-canvas|maplibre-gl|counties|us-cities|neighbours|far-land)/;

/** Call it when the screens in `client` are finished: the worker contains the names of the files that it caches. */
export async function buildServiceWorker(root, client) {
  const esbuild = await import('esbuild');
  // Synchronous, because an asynchronous build leaves a service process, which would keep running.
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
      PRECACHED_FILES: JSON.stringify(keptFiles(join(root, client))),
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
    // Their names contain a hash of their content.
    ...assets.sort().map((name) => ({ url: `/assets/${name}`, revision: null })),
  ];
}
