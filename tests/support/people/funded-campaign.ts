/** Campaigns paid by their advertiser: an order, the wallet's approval page, the capture and the escrow. */
import { type Campaign } from '#campaigns/contract.ts';
import { type CampaignFormInput, createCampaign } from '#campaigns/form-contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '#campaigns/funding-contract.ts';
import { socialForm, wearableForm } from '#campaigns/sample.ts';
import type { Clock } from '#kernel/time.ts';
import type { Client, TestApp } from '../app.ts';
import { succeed } from '../client.ts';

/** Creates a complete draft three days ahead: wearable, three places at $40, 90 minutes. */
export async function draftCampaign(
  app: { clock: Clock },
  advertiser: Client,
  changes: Partial<CampaignFormInput> = {},
): Promise<Campaign> {
  const form = changes.campaignType === 'social' ? socialForm : wearableForm;
  return succeed(advertiser.call(createCampaign, { body: form(app.clock.now(), changes) }));
}

/** Opens an order for the campaign's price at the simulator, not yet approved. */
export async function openOrder(
  advertiser: Client,
  campaignId: string,
): Promise<{ id: string; approveUrl: string }> {
  const { due } = await succeed(advertiser.call(getEscrowStatus, { params: { id: campaignId } }));
  const body = { amount: due?.total ?? '', currency: 'USD', intent: 'CAPTURE', campaignId } as const;
  return succeed(advertiser.call(createPaymentOrder, { body }));
}

/** Presses a button of the wallet's approval page. */
export async function decideAtWallet(
  advertiser: Client,
  approveUrl: string,
  action: 'approve' | 'decline' | 'cancel' = 'approve',
): Promise<void> {
  const answer = await advertiser.request('POST', approveUrl, `action=${action}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (answer.status !== 303) throw new Error(`the wallet answered ${answer.status}`);
}

/**
 * Approves and captures at the wallet. The money is not yet in escrow. Returns the ids that fundCampaign
 * takes.
 */
export async function paidOrder(
  advertiser: Client,
  campaignId: string,
): Promise<{ paypalOrderId: string; paypalCaptureId: string }> {
  const order = await openOrder(advertiser, campaignId);
  await decideAtWallet(advertiser, order.approveUrl);
  const capture = await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: order.id } }));
  return { paypalOrderId: order.id, paypalCaptureId: capture.id };
}

/** Creates an active campaign with its whole amount in escrow. */
export async function fundedCampaign(
  app: TestApp,
  advertiser: Client,
  changes: Partial<CampaignFormInput> = {},
): Promise<Campaign> {
  const draft = await draftCampaign(app, advertiser, changes);
  return fundDraft(advertiser, draft.id);
}

export async function fundDraft(advertiser: Client, id: string): Promise<Campaign> {
  const payment = await paidOrder(advertiser, id);
  return succeed(advertiser.call(fundCampaign, { params: { id }, body: payment }));
}
