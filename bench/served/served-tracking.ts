/**
 * The server of `npm run bench:tracking` and `npm run bench:live`: one campaign and one marketer with a running
 * session, created by the use cases.
 */
import { apply } from '#applications/server/deciding-service.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { MINUTE } from '#kernel/time.ts';
import { startSession } from '#tracking/server/service.ts';
import { ADMIN_EMAIL, fundedCampaign, readyMarketer, signUp } from '../prepared-world.ts';
import { recordingAnswers } from '../recording.ts';
import { serveForBench } from './serve.ts';
import type { FirstWalk } from '../tracking-world.ts';

await serveForBench<FirstWalk>(
  async (app, clock, address) => {
    const advertiser = await signUp(app, 'advertiser@bench.test', 'advertiser');
    const admin = await signUp(app, ADMIN_EMAIL, 'advertiser');
    const marketer = await readyMarketer(app, 'marketer@bench.test', admin);
    // Its window is open, because it opens half an hour before the start.
    const startTime = new Date(clock.now().getTime() + 20 * MINUTE).toISOString();
    const form = wearableForm(clock.now(), { title: 'Walk', startTime, autoApprove: true });
    const campaignId = await fundedCampaign(app, address, advertiser, form);
    await apply(app.deps, marketer.actor, campaignId);
    const { id: sessionId } = await startSession(app.deps, marketer.actor, campaignId);
    const [advertiserId, marketerId] = [advertiser.actor.userId, marketer.actor.userId];
    return { address, advertiserId, marketerId, campaignId, sessionId };
  },
  {
    hasWorker: false,
    answers: {
      ...recordingAnswers,
      memory: () => {
        globalThis.gc?.();
        const { rss, heapUsed, external } = process.memoryUsage();
        return { rss, used: heapUsed + external };
      },
    },
  },
);
