/** Users that journeys need, in addition to those of the API tests. */
import type { Client, TestApp } from '../app.ts';
import { giveConsents } from '../people/approved-marketer.ts';
import { saveNameAndPhoto } from '../people/name-and-photo.ts';

/** Returns a marketer with this first name and a photo, who has given every consent. */
export async function marketerCalled(app: TestApp, firstName: string): Promise<Client> {
  const marketer = await app.signIn('marketer');
  await saveNameAndPhoto(marketer, { firstName });
  await giveConsents(marketer);
  return marketer;
}

/**
 * The browser dates its readings by real time, in which the whole walk takes a second. So this script dates
 * them by the page's clock, which the journey advances. A repeated reading keeps its time until the page
 * reloads, as on a phone.
 */
export const measureByThePagesClock = `(() => {
  const times = new Map();
  const ask = Geolocation.prototype.getCurrentPosition;
  Geolocation.prototype.getCurrentPosition = function (onRead, ...others) {
    ask.call(this, ({ coords, timestamp }) => {
      if (!times.has(timestamp)) times.set(timestamp, Date.now());
      onRead({ coords, timestamp: times.get(timestamp) });
    }, ...others);
  };
})()`;
