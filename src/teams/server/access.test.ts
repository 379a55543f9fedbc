import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { closeCampaign, getCampaignClosing } from '#campaigns/closing-contract.ts';
import {
  type Campaign,
  getAdvertiserStats,
  getCampaign,
  listCampaigns,
  listOwnCampaigns,
} from '#campaigns/contract.ts';
import { createCampaign, updateCampaign } from '#campaigns/form-contract.ts';
import { createPaymentOrder, fundCampaign, getEscrowStatus } from '#campaigns/funding-contract.ts';
import { downloadCampaignLedger, getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { fillPath } from '#kernel/endpoint.ts';
import { listNotifications } from '#notifications/contract.ts';
import { decideProof, getProof, listProofs, submitProof } from '#proofs/contract.ts';
import {
  getPresence,
  listActiveSessions,
  listLiveLocations,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { picture } from '#tests/support/media.ts';
import { socialWork } from '#tests/support/people/social-work.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { changeTeamRole, getTeam, removeFromTeam } from '../contract.ts';
import { listDeciders } from './service.ts';

let app: TestApp;
let owner: Client;
let manager: Client;
let viewer: Client;
let stranger: Client;
let campaign: Campaign;
let draft: Campaign;
let applicationId: string;
let sessionId: string;
let proofId: string;
let fileId: string;

/** Delivers other mail first, so that the code is the newest mail. */
async function recent(client: Client, userType: 'marketer' | 'advertiser'): Promise<Client> {
  await app.runDue();
  return app.signIn(userType, client.email);
}

beforeAll(async () => {
  app = await testApp();
  const work = await runningCampaign(app);
  ({ campaign, advertiser: owner } = work);
  owner = await recent(owner, 'advertiser');
  const [worker] = work.marketers as [Client];
  const started = await worker.call(startSession, { params: { id: campaign.id } });
  sessionId = started.body.id;
  const fix = { latitude: 37.78971, longitude: -122.40011, accuracy: 8 };
  await worker.call(updateLocation, { params: { id: campaign.id }, body: fix });
  const applicant = await readyMarketer(app);
  applicationId = (await applicant.call(apply, { body: { campaignId: campaign.id } })).body.id;

  const social = await socialWork(app, owner, { places: 1, holders: 1 });
  owner = await recent(owner, 'advertiser');
  const holder = await recent(social.holders[0] as Client, 'marketer');
  fileId = await uploadFile(holder, await picture('png'), 'proof', 'post.png');
  const sent = await holder.call(submitProof, {
    body: {
      campaignId: social.campaign.id,
      postUrl: 'https://instagram.com/p/one',
      media: [{ uploadId: fileId, kind: 'screenshot' }],
    },
  });
  proofId = sent.body.id;
  draft = await draftCampaign(app, owner);

  manager = await teamMember(app, owner, 'manager');
  viewer = await teamMember(app, owner, 'viewer');
  const other = await app.signIn('advertiser');
  stranger = await teamMember(app, other, 'manager');
});
afterAll(() => app.close());

beforeEach(() => app.runDue());

const ofCampaign = () => ({ params: { id: campaign.id } });

const reads: Record<string, (client: Client) => Promise<{ status: number; error: { code: string } }>> = {
  draft: (client) => client.call(getCampaign, { params: { id: draft.id } }),
  closing: (client) => client.call(getCampaignClosing, ofCampaign()),
  'escrow status': (client) => client.call(getEscrowStatus, ofCampaign()),
  ledger: (client) => client.call(getCampaignLedger, ofCampaign()),
  'ledger as a file': (client) =>
    client.request('GET', fillPath(downloadCampaignLedger.path, { id: campaign.id })),
  'live positions': (client) => client.call(listLiveLocations, ofCampaign()),
  'running sessions': (client) => client.call(listActiveSessions, ofCampaign()),
  presence: (client) => client.call(getPresence, { params: { id: sessionId } }),
  proof: (client) => client.call(getProof, { params: { id: proofId } }),
  'file of a proof': (client) => client.request('GET', fileUrl(fileId)),
};

test.each(Object.keys(reads))('%s: only the owner, manager and viewer can read it', async (name) => {
  const read = reads[name];
  if (!read) throw new Error(name);
  for (const client of [owner, manager, viewer]) expect((await read(client)).status).toBe(200);
  const refused = await read(stranger);
  expect(refused.status).toBe(404);
  expect(refused.error.code).toMatch(/\/not-found$/);
});

test('the lists contain the data of the business, each row with its owner', async () => {
  for (const [client, role] of [
    [manager, 'manager'],
    [viewer, 'viewer'],
  ] as const) {
    const campaigns = (await client.call(listOwnCampaigns)).body;
    expect(campaigns).toHaveLength(3);
    for (const each of campaigns) expect(each.team).toEqual({ business: owner.email, role });
    expect((await client.call(listApplications, {})).body.map(({ id }) => id)).toContain(applicationId);
    expect((await client.call(listProofs, {})).body.map(({ id }) => id)).toEqual([proofId]);
  }
  for (const each of (await owner.call(listOwnCampaigns)).body) expect(each.team).toBeNull();
  const query = { campaignId: campaign.id };
  expect((await stranger.call(listOwnCampaigns)).body).toEqual([]);
  expect((await stranger.call(listApplications, { query })).body).toEqual([]);
  expect((await stranger.call(listProofs, {})).body).toEqual([]);
});

test('the figures match the lists, and the team is the user’s own', async () => {
  const figures = { activeCampaigns: 2, totalMarketers: 2 };
  expect((await owner.call(getAdvertiserStats)).body).toMatchObject({ ...figures, teamMembers: 3 });
  expect((await viewer.call(getAdvertiserStats)).body).toMatchObject({ ...figures, teamMembers: 1 });
  expect((await stranger.call(getAdvertiserStats)).body).toMatchObject({
    activeCampaigns: 0,
    teamMembers: 1,
  });
});

test('`can` contains each user’s permissions, in lists and single responses', async () => {
  const nothing = { edit: false, fund: false, apply: false, review: false };
  const none = { ...nothing, pause: false, resume: false, close: false };
  const expected = [
    [owner, { edit: true, fund: true }, { review: true, pause: true, close: true }],
    [manager, { edit: true }, { review: true, pause: true }],
    [viewer, {}, { review: true }],
  ] as const;
  for (const [client, ofDraft, ofActive] of expected) {
    const listed = (await client.call(listOwnCampaigns)).body;
    const byId = (id: string) => listed.find((each) => each.id === id)?.can;
    expect(byId(draft.id)).toEqual({ ...none, ...ofDraft });
    expect(byId(campaign.id)).toEqual({ ...none, ...ofActive });
    const alone = (await client.call(getCampaign, ofCampaign())).body;
    expect(alone.can).toEqual({ ...none, ...ofActive });
    expect(alone.escrowAmount).not.toBeNull();
    const inMarket = (await client.call(listCampaigns, {})).body.find(({ id }) => id === campaign.id);
    expect(inMarket?.can).toEqual({ ...none, ...ofActive });
  }
  expect((await stranger.call(getCampaign, ofCampaign())).body).toMatchObject({
    can: none,
    escrowAmount: null,
  });
  for (const [client, may] of [
    [manager, true],
    [viewer, false],
  ] as const) {
    const application = (await client.call(listApplications, {})).body.find(({ id }) => id === applicationId);
    expect(application?.can).toMatchObject({ approve: may, reject: may });
    expect((await client.call(getProof, { params: { id: proofId } })).body.can).toEqual({
      approve: may,
      reject: may,
      resend: false,
      answerSigns: false,
      askAgain: may,
      sendAgain: false,
    });
  }
});

test('only the owner can handle money and close a campaign', async () => {
  const order = {
    body: { amount: '138.00', currency: 'USD', intent: 'CAPTURE', campaignId: draft.id } as const,
  };
  const fund = { params: { id: draft.id }, body: { paypalOrderId: 'ORDER', paypalCaptureId: 'CAPTURE' } };
  for (const client of [manager, viewer]) {
    const refused = [
      await client.call(createPaymentOrder, order),
      await client.call(fundCampaign, fund),
      await client.call(closeCampaign, ofCampaign()),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    for (const { error } of refused) expect(error.code).toBe('team/not-allowed');
  }
  expect((await stranger.call(closeCampaign, ofCampaign())).error.code).toBe('campaign/not-found');
  expect((await owner.call(getCampaign, ofCampaign())).body.status).toBe('active');
});

test('a manager can edit a draft with their own files, a viewer cannot', async () => {
  const logoUrl = fileUrl(await uploadFile(manager, await picture('png'), 'brand-asset', 'logo.png'));
  const body = wearableForm(app.clock.now(), { title: 'By the manager', brandAssets: { logoUrl } });
  const edit = (client: Client) => client.call(updateCampaign, { params: { id: draft.id }, body });
  expect((await edit(viewer)).error.code).toBe('team/not-allowed');
  expect((await edit(stranger)).error.code).toBe('campaign/not-found');
  const edited = await edit(manager);
  expect(edited.status, edited.error?.message).toBe(200);
  expect(edited.body).toMatchObject({ title: 'By the manager', can: { edit: true, fund: false } });
  expect((await edit(owner)).status).toBe(200);
  for (const client of [owner, viewer]) expect((await client.request('GET', logoUrl)).status).toBe(200);
  expect((await stranger.request('GET', logoUrl)).status).toBe(404);
});

test('owner and manager are notified of pending decisions, the viewer is not', async () => {
  const marketer = await readyMarketer(app);
  await marketer.call(apply, { body: { campaignId: campaign.id } });
  await app.runDue();
  const readTitles = async (client: Client) =>
    (await client.call(listNotifications)).body.notifications.map(({ title }) => title);
  const title = `New applicant for ${campaign.title}`;
  for (const client of [owner, manager]) expect(await readTitles(client)).toContain(title);
  expect(await readTitles(viewer)).not.toContain(title);
});

test('a manager can decide applications and proofs, a viewer cannot', async () => {
  const application = { params: { id: applicationId }, body: { status: 'approved' } } as const;
  const proof = { params: { id: proofId }, body: { status: 'approved' } } as const;
  for (const [client, code] of [
    [viewer, 'team/not-allowed'],
    [stranger, 'not-found'],
  ] as const) {
    expect((await client.call(decideApplication, application)).error.code).toContain(code);
    expect((await client.call(decideProof, proof)).error.code).toContain(code);
  }
  const taken = await manager.call(decideApplication, application);
  expect(taken.status, taken.error?.message).toBe(200);
  const approved = await manager.call(decideProof, proof);
  expect(approved.status, approved.error?.message).toBe(200);
  const { rows } = await app.database.asOwner(
    "select actor_id from audit_entry where action = 'proof.approved' and object_id = $1",
    [proofId],
  );
  expect(rows).toEqual([{ actor_id: manager.userId }]);
});

test('a campaign that a member creates is their own', async () => {
  const own = await viewer.call(createCampaign, { body: wearableForm(app.clock.now()) });
  expect(own.body.can).toMatchObject({ edit: true, fund: true });
  expect((await owner.call(getCampaign, { params: { id: own.body.id } })).status).toBe(404);
  expect((await owner.call(listOwnCampaigns)).body.map(({ id }) => id)).not.toContain(own.body.id);
});

test('a new role applies to the next call, and a removed member loses access at once, polls included', async () => {
  const mate = await teamMember(app, owner, 'viewer');
  const edit = () => {
    const body = wearableForm(app.clock.now(), { title: 'Edited' });
    return mate.call(updateCampaign, { params: { id: draft.id }, body });
  };
  expect((await edit()).error.code).toBe('team/not-allowed');
  await owner.call(changeTeamRole, { params: { id: mate.userId }, body: { role: 'manager' } });
  expect((await edit()).status).toBe(200);
  for (const read of Object.values(reads)) expect((await read(mate)).status).toBe(200);

  expect((await owner.call(removeFromTeam, { params: { id: mate.userId } })).status).toBe(200);
  for (const [name, read] of Object.entries(reads)) expect((await read(mate)).status, name).toBe(404);
  expect((await edit()).error.code).toBe('campaign/not-found');
  const proof = { params: { id: proofId }, body: { status: 'approved' } } as const;
  expect((await mate.call(decideProof, proof)).error.code).toBe('proof/not-found');
  const application = { params: { id: applicationId }, body: { status: 'approved' } } as const;
  expect((await mate.call(decideApplication, application)).error.code).toBe('application/not-found');
  expect((await mate.call(listOwnCampaigns)).body).toEqual([]);
  expect((await mate.call(listProofs, {})).body).toEqual([]);
});

test.each([
  ['kept out', 'suspended_at = created_at', 'suspended_at = null'],
  ['an administrator', "role = 'admin'", "role = 'advertiser'"],
])('while the owner is %s, the team sees nothing and is not notified', async (_, begin, end) => {
  const mark = (changes: string) =>
    app.database.asOwner(`update account set ${changes} where id = $1`, [owner.userId]);
  await mark(begin);
  for (const [name, read] of Object.entries(reads)) expect((await read(manager)).status, name).toBe(404);
  expect((await manager.call(listOwnCampaigns)).body).toEqual([]);
  expect((await manager.call(getTeam)).body.memberships).toMatchObject([{ isPaused: true }]);
  expect(await listDeciders(app.deps.db, owner.userId)).toEqual([owner.userId]);
  await mark(end);
  expect((await manager.call(listOwnCampaigns)).body).toHaveLength(3);
  expect((await manager.call(getTeam)).body.memberships).toMatchObject([{ isPaused: false }]);
  expect(await listDeciders(app.deps.db, owner.userId)).toEqual([owner.userId, manager.userId]);
});

test('a suspended manager is not notified', async () => {
  const mark = (at: Date | null) =>
    app.database.asOwner('update account set suspended_at = $2 where id = $1', [manager.userId, at]);
  await mark(app.clock.now());
  expect(await listDeciders(app.deps.db, owner.userId)).toEqual([owner.userId]);
  await mark(null);
});
