interface PushPayload {
  id: string;
  title: string;
  text: string;
  /** The path of the page where the user can act on it. */
  href: string;
}

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends LastingEvent {
  data: { json(): PushPayload } | null;
}
interface NotificationClickEvent extends LastingEvent {
  notification: Notification;
}
interface AppWindow {
  url: string;
  focus(): Promise<AppWindow>;
  navigate(address: string): Promise<unknown>;
}

/** Only what is used here: the types of ServiceWorkerGlobalScope cannot be loaded next to those of pages. */
export interface PushScope extends EventTarget {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  location: { origin: string };
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly AppWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
}

export function listenToPush(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    const { data, waitUntil } = event as PushEvent; // The listener's type is only known by the event's name.
    if (data) waitUntil.call(event, show(scope, data.json()));
  });
  scope.addEventListener('notificationclick', (event) => {
    const { notification, waitUntil } = event as NotificationClickEvent;
    notification.close();
    const { href } = notification.data as Pick<PushPayload, 'href'>;
    waitUntil.call(event, open(scope, href));
  });
}

/** A message that arrives twice replaces itself. */
function show({ registration }: PushScope, { id, title, text, href }: PushPayload): Promise<void> {
  return registration.showNotification(title, { body: text, tag: id, data: { href }, icon: '/icon-192.png' });
}

/** Prefers an open window of the app. */
async function open({ clients, location }: PushScope, href: string): Promise<void> {
  const address = new URL(href, location.origin);
  if (address.origin !== location.origin) return;
  const [window] = await clients.matchAll({ type: 'window' });
  if (window) await (await window.focus()).navigate(address.href);
  else await clients.openWindow(address.href);
}
