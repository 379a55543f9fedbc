/** People as journeys need them, beside those of the use-case tests. */
import { saveProfile } from '../../src/profiles/contract.ts';
import { profileFormSample } from '../../src/profiles/sample.ts';
import type { Client, TestApp } from './app.ts';
import { giveConsents } from './approved-marketer.ts';
import { succeed } from './client.ts';

/** Returns a marketer with a profile under this first name, who has given every consent. */
export async function marketerCalled(app: TestApp, firstName: string): Promise<Client> {
  const marketer = await app.signIn('marketer');
  await succeed(marketer.call(saveProfile, { body: { ...profileFormSample, firstName } }));
  await giveConsents(marketer);
  return marketer;
}

/**
 * The browser dates its measurements by the real time, in which the whole walk takes a second. The journey moves the page's
 * time. A measurement that the browser repeats keeps its time until the page loads again, as on a telephone.
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
