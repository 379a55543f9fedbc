/**
 * Lets the app start offline: caches its code, and loads pages from the network if there is a connection.
 * Never caches user data: no API response, no uploaded file, no page with personal data.
 * scripts/setup/service-worker.mjs builds it into /service-worker.js. It is never registered in development.
 */
import { PrecacheFallbackPlugin, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { nonPagePaths } from './non-page-paths.ts';

/** The built files and the app's empty page, injected by the build. */
declare const PRECACHED_FILES: PrecacheEntry[];
declare const EMPTY_PAGE: string;

/** The part of ServiceWorkerGlobalScope that is used here. TypeScript's DOM library does not declare it. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

/** The message that the active service worker sends to the waiting one. */
const SKIP_WAITING = 'change-over';

/** Falls back to the cached page after 5 seconds, so that a dead connection does not show an empty screen. */
const pages = new NetworkOnly({
  networkTimeoutSeconds: 5,
  plugins: [new PrecacheFallbackPlugin({ fallbackURL: EMPTY_PAGE })],
});

registerRoute(
  new NavigationRoute(
    async (options) => ((await activateWaiting(options.request)) ? reloadResponse() : pages.handle(options)),
    {
      denylist: [nonPagePaths],
    },
  ),
);
// Registered after the pages, so that pages come from the cache only without a connection.
precacheAndRoute(PRECACHED_FILES);

worker.addEventListener('message', (event) => {
  if (event.data === SKIP_WAITING) void worker.skipWaiting();
});

/**
 * Activates a waiting release and returns true if the user reloads the only open page. Otherwise the release
 * waits until all pages are closed, because an open page needs its old files, which the server may no longer
 * have. Also returns false in browsers that do not report reloads.
 */
async function activateWaiting(request: Request): Promise<boolean> {
  const { waiting } = worker.registration;
  if (!waiting || !('isReloadNavigation' in request && request.isReloadNavigation)) return false;
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length > 1) return false;
  waiting.postMessage(SKIP_WAITING);
  return true;
}

function reloadResponse(): Response {
  return new Response('', { headers: { refresh: '0' } });
}
