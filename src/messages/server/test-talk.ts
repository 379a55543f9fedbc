import { randomUUID } from 'node:crypto';
import { apply } from '#applications/contract.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { getThread, sendMessage } from '../contract.ts';

export interface Talk {
  advertiser: Client;
  marketer: Client;
  campaignId: string;
  id: string;
}

export async function hiredTalk(app: TestApp, advertiser?: Client): Promise<Talk> {
  const owner = advertiser ?? (await app.signIn('advertiser'));
  const { id: campaignId } = await fundedCampaign(app, owner);
  const marketer = await readyMarketer(app);
  const id = await approve(owner, marketer, campaignId);
  await app.runDue();
  return { advertiser: owner, marketer, campaignId, id };
}

export async function pendingTalk(app: TestApp): Promise<Talk> {
  const advertiser = await app.signIn('advertiser');
  const { id: campaignId } = await fundedCampaign(app, advertiser);
  const marketer = await readyMarketer(app);
  const { id } = await succeed(marketer.call(apply, { body: { campaignId } }));
  await app.runDue();
  return { advertiser, marketer, campaignId, id };
}

export function send(client: Client, id: string, text: string, messageId: string = randomUUID()) {
  return client.call(sendMessage, { params: { id }, body: { id: messageId, text } });
}

export const read = async (client: Client, id: string) =>
  succeed(client.call(getThread, { params: { id }, query: {} }));

export const contents = async (client: Client, id: string) =>
  (await read(client, id)).messages.map(({ kind, text }) => (kind === 'text' ? text : `(${kind})`));
