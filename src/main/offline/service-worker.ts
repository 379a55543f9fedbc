/**
 * Lets the app start offline: caches its code, and loads pages from the network if there is a connection.
 * Never caches user data: no API response, no uploaded file, no page with personal data. A new release waits
 * until all pages of the old one are closed, since they need its files, which the server may no longer have.
 * scripts/setup/service-worker.mjs builds this file into /service-worker.js.
 */
import { PrecacheFallbackPlugin, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { nonPagePaths } from './non-page-paths.ts';
import { listenToPush, type PushScope } from './push-messages.ts';

/** The built files and the app's empty page, injected by the build. */
declare const PRECACHED_FILES: PrecacheEntry[];
declare const EMPTY_PAGE: string;

/** Falls back to the cached page after 5 seconds, so that a dead connection does not show an empty screen. */
const pages = new NetworkOnly({
  networkTimeoutSeconds: 5,
  plugins: [new PrecacheFallbackPlugin({ fallbackURL: EMPTY_PAGE })],
});

registerRoute(new NavigationRoute(pages, { denylist: [nonPagePaths] }));
// Registered after the pages, so that pages come from the cache only without a connection.
precacheAndRoute(PRECACHED_FILES);
listenToPush(globalThis as unknown as PushScope);
