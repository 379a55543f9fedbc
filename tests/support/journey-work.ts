/** For journeys on a server with a driven clock: people and campaigns as they come to it, each step through its own call. */
import { type Browser, type BrowserContext, type BrowserContextOptions, expect } from '@playwright/test';
import { createCampaign, type CampaignFormInput } from '../../src/campaigns/form-contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '../../src/campaigns/funding-contract.ts';
import { wearableForm } from '../../src/campaigns/sample.ts';
import { saveProfile, updateCompliance } from '../../src/profiles/contract.ts';
import { profileFormSample } from '../../src/profiles/sample.ts';
import type { Client, TestApp } from './app.ts';

/** Somebody's browser, signed in as this client is. */
export async function browserOf(
  browser: Browser,
  url: string,
  client: Client,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  await context.addCookies(Array.from(client.cookies, ([name, value]) => ({ name, value, url })));
  return context;
}

export async function succeed<Body>(
  answer: Promise<{ status: number; body: Body; error: unknown }>,
): Promise<Body> {
  const { status, body, error } = await answer;
  expect(status, JSON.stringify(error)).toBeLessThan(300);
  return body;
}

/** Three days ahead unless told otherwise, paid for at the simulated wallet. */
export async function fundedCampaign(
  app: TestApp,
  advertiser: Client,
  changes: Partial<CampaignFormInput>,
): Promise<{ id: string; start: Date }> {
  const form = wearableForm(app.clock.now(), changes);
  const { id } = await succeed(advertiser.call(createCampaign, { body: form }));
  const { due } = await succeed(advertiser.call(getEscrowStatus, { params: { id } }));
  const order = await succeed(
    advertiser.call(createPaymentOrder, {
      body: { amount: due?.total ?? '', currency: 'USD', intent: 'CAPTURE', campaignId: id },
    }),
  );
  await advertiser.request('POST', new URL(order.approveUrl).pathname, 'action=approve', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const capture = await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: order.id } }));
  await succeed(
    advertiser.call(fundCampaign, {
      params: { id },
      body: { paypalOrderId: order.id, paypalCaptureId: capture.id },
    }),
  );
  return { id, start: new Date(form.startTime ?? '') };
}

export async function marketerCalled(app: TestApp, firstName: string): Promise<Client> {
  const marketer = await app.signIn('marketer', `${firstName.toLowerCase()}@promenade.test`);
  await succeed(marketer.call(saveProfile, { body: { ...profileFormSample, firstName } }));
  await succeed(
    marketer.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    }),
  );
  await succeed(marketer.call(updateCompliance, { body: { locationConsent: true } }));
  return marketer;
}
