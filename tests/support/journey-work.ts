/** People as journeys need them, beside those of the use-case tests. */
import { saveProfile, updateCompliance } from '../../src/profiles/contract.ts';
import { profileFormSample } from '../../src/profiles/sample.ts';
import type { Client, TestApp } from './app.ts';
import { succeed } from './client.ts';

/** A marketer with a profile under this first name, who has given every consent. */
export async function marketerCalled(app: TestApp, firstName: string): Promise<Client> {
  const marketer = await app.signIn('marketer');
  await succeed(marketer.call(saveProfile, { body: { ...profileFormSample, firstName } }));
  await succeed(
    marketer.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    }),
  );
  await succeed(marketer.call(updateCompliance, { body: { locationConsent: true } }));
  return marketer;
}

/**
 * The browser dates what it measures by the real time, in which the whole walk takes a second; the page's time is the one that is
 * moved on. A measurement that is given again keeps its time, as on a telephone, until the page is loaded anew.
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
