/** Proofs of wearable work that are strong or weak, because of what was recorded. */
import type { Campaign } from '#campaigns/contract.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { submitProof } from '#proofs/contract.ts';
import { issueCapturePermit } from '#proofs/media-contract.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import type { Client, TestApp } from '../app.ts';
import { succeed } from '../client.ts';
import { scene } from '../media.ts';
import { begin, stroll } from '../track.ts';
import { uploadFile } from '../upload.ts';
import { runningCampaign } from './approved-marketer.ts';

/** A place in the area of the sample campaign. */
export const inside = { latitude: 37.789731, longitude: -122.400417, accuracy: 8, hasMotion: true };

export interface SentProof {
  campaign: Campaign;
  advertiser: Client;
  marketer: Client;
  proofId: string;
}

/** Walks this many minutes in the area, from now on. */
export async function walkInside(
  { clock }: Pick<TestApp, 'clock'>,
  marketer: Client,
  campaignId: string,
  minutes = 30,
): Promise<void> {
  const start = clock.now().getTime();
  const [first, ...track] = stroll(7, 0.8).slice(0, 4 * minutes + 1);
  for (const { lat, lng, accuracy, recordedAt } of track) {
    const at = new Date(start + recordedAt.getTime() - begin.getTime());
    clock.set(at);
    const body = {
      latitude: Number((inside.latitude + lat - (first?.lat ?? 0)).toFixed(6)),
      longitude: Number((inside.longitude + lng - (first?.lng ?? 0)).toFixed(6)),
      accuracy,
      hasMotion: true,
      recordedAt: at.toISOString(),
    };
    await succeed(marketer.call(updateLocation, { params: { id: campaignId }, body }));
  }
}

/** Tracks inside the zone of the sample campaign for whole minutes. Returns the id of the ended session. */
export async function trackMinutes(
  { clock }: Pick<TestApp, 'clock'>,
  marketer: Client,
  campaignId: string,
  minutes: number,
): Promise<string> {
  const params = { id: campaignId };
  const session = await succeed(marketer.call(startSession, { params }));
  for (let step = 0; step < minutes * 2; step += 1) {
    clock.advance(30 * SECOND);
    const body = { latitude: 37.7897 + step * 1e-6, longitude: -122.4, accuracy: 8 };
    await succeed(marketer.call(updateLocation, { params, body }));
  }
  await succeed(marketer.call(endSession, { params: { ...params, sessionId: session.id } }));
  return session.id;
}

/** Uploads a photo as if the page's camera had taken it now. */
export async function takePhoto(
  { clock }: Pick<TestApp, 'clock'>,
  marketer: Client,
  campaignId: string,
  content: Buffer,
) {
  const permit = await succeed(marketer.call(issueCapturePermit, { params: { id: campaignId } }));
  const uploadId = await uploadFile(marketer, content, 'proof', 'photo.jpg');
  return { uploadId, capture: { permitId: permit.id, takenAt: clock.now().toISOString() } };
}

/** Returns a proof of 30 minutes of work, 29 or more of which were recorded in the area. */
export const strongProof = (app: TestApp): Promise<SentProof> => sendProof(app, 30);

/** Returns a proof of 30 minutes of work, of which five were recorded. */
export const weakProof = (app: TestApp): Promise<SentProof> => sendProof(app, 5);

async function sendProof(app: TestApp, minutes: number): Promise<SentProof> {
  const { campaign, advertiser, marketers } = await runningCampaign(app, {
    duration: 30,
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  });
  const [marketer] = marketers;
  if (!marketer) throw new Error('there is no marketer with a place');
  const params = { id: campaign.id };
  const { id: sessionId } = await succeed(marketer.call(startSession, { params }));
  await walkInside(app, marketer, campaign.id, minutes);
  await succeed(marketer.call(endSession, { params: { ...params, sessionId } }));
  app.clock.advance(MINUTE);
  const selfie = await takePhoto(app, marketer, campaign.id, await scene(minutes));
  const media = [{ ...selfie, kind: 'selfie' as const }];
  const sent = await succeed(
    marketer.call(submitProof, { body: { campaignId: campaign.id, sessionId, media } }),
  );
  return { campaign, advertiser, marketer, proofId: sent.id };
}
