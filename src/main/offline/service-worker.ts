/**
 * Lets the app start without a connection: its code is kept in the browser, its pages come from the network where there is one.
 * Nothing that belongs to somebody is ever kept here: no answer of a call, no file, no page with a person's data in it.
 * scripts/setup/service-worker.mjs builds it into /service-worker.js; never registered in development.
 */
import { PrecacheFallbackPlugin, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { programPaths } from './program-paths.ts';

/** The built files and the app's empty page, put in by the build. */
declare const KEPT_FILES: PrecacheEntry[];
declare const EMPTY_PAGE: string;

/** The parts of a worker's surroundings that are used here; TypeScript's library for pages does not know them. */
interface WorkerSurroundings {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
const worker = globalThis as unknown as WorkerSurroundings;

/** What the working service worker says to the one that waits. */
const CHANGE_OVER = 'change-over';

/** A connection that carries nothing must not keep a marketer waiting at an empty screen. */
const pages = new NetworkOnly({
  networkTimeoutSeconds: 5,
  plugins: [new PrecacheFallbackPlugin({ fallbackURL: EMPTY_PAGE })],
});

registerRoute(
  new NavigationRoute(
    async (options) => ((await changesOver(options.request)) ? askAgain() : pages.handle(options)),
    {
      denylist: [programPaths],
    },
  ),
);
// After the pages, so that none of those comes from here while there is a connection.
precacheAndRoute(KEPT_FILES);

worker.addEventListener('message', (event) => {
  if (event.data === CHANGE_OVER) void worker.skipWaiting();
});

/**
 * A newer release waits until the last page of this one is closed or loaded anew: an open page still needs the files that the
 * server may no longer have. The browser sees to the first; on the second the newer one takes over, and is asked for the page.
 * Where a browser does not tell a reload from a new page, the newer one waits on.
 */
async function changesOver(request: Request): Promise<boolean> {
  const { waiting } = worker.registration;
  if (!waiting || !('isReloadNavigation' in request && request.isReloadNavigation)) return false;
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length > 1) return false;
  waiting.postMessage(CHANGE_OVER);
  return true;
}

function askAgain(): Response {
  return new Response('', { headers: { refresh: '0' } });
}
