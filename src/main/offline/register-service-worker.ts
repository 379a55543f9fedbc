/** So that the app starts without a connection. Not in development, where every file must come fresh from the server. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await untilLoaded();
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  } catch {
    // A browser that refuses it (a private window, a full disk) works as it did before.
  }
}

/** On a slow connection what it keeps must not hold up the page that asks for it. */
function untilLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });
}
