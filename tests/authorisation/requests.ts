/**
 * Bodies, queries and headers of the calls, by endpoint name. They are valid, so that the service gets as far
 * as the object. A new endpoint with a required body needs a line here.
 */
import { randomUUID } from 'node:crypto';
import { socialForm, wearableForm } from '#campaigns/sample.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { createUnsubscribeToken } from '#notifications/server/email-choices/unsubscribe-link.ts';
import { multipartForm } from '#tests/support/form.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import type { Caller } from './callers.ts';
import type { World } from './world.ts';

export interface Carried {
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Raw bytes, sent instead of `body`. */
  payload?: Buffer;
}

/** `id` is the thing that the call names in its body or query. Ids in the path are handled elsewhere. */
type Carry = (call: { id: string; caller: Caller; world: World }) => Carried | Promise<Carried>;

const tus = { 'tus-resumable': '1.0.0' };
const bytes = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const periods = { query: { timeZone: 'America/New_York' } };
const reason = 'They asked for it by telephone.';
const place = { latitude: 37.78972, longitude: -122.40012, accuracy: 8 };
const profile = {
  firstName: 'Maya',
  lastName: 'Field',
  phoneNumber: '+1 415 555 0100',
  dateOfBirth: '1996-04-12',
  address: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94105',
  country: 'United States',
};
/** Has a valid form, but no key has created it. */
const newPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const metadata = (purpose: string) =>
  `purpose ${Buffer.from(purpose).toString('base64')},filename ${Buffer.from('a.png').toString('base64')}`;

/** No server listens at this address. The keys are those of RFC 8291, Appendix A. */
const pushSubscription = (caller: Caller) => ({
  endpoint: `http://127.0.0.1:9/${caller}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

export const requests: Readonly<Record<string, Carry>> = {
  // Sign-in
  requestSignIn: ({ caller }) => ({
    body: { email: `asks-${caller.toLowerCase()}@promenade.test`, userType: 'marketer' },
  }),
  confirmSignIn: () => ({ body: { code: '000000' } }),
  confirmIdentity: () => ({ body: { code: '000000' } }),
  // Every caller gets the same answer about another user's email.
  changeUserType: () => ({ body: { email: 'else@promenade.test', newUserType: 'marketer' } }),
  confirmTypeChange: () => ({ body: { token: 'a'.repeat(64) } }),
  chooseUserType: () => ({ body: { userType: 'marketer' } }),
  signInAsDemo: () => ({ body: { account: 'marketer' } }),
  confirmTotp: () => ({ body: { code: '000000' } }),
  confirmPasskey: () => ({ body: { passkey: newPasskey, name: 'Key' } }),
  renameSecondFactor: () => ({ body: { name: 'My telephone' } }),
  proveSecondFactor: () => ({ body: { code: '000000' } }),
  // Uploads
  createUpload: () => ({
    headers: { ...tus, 'upload-length': '100', 'upload-metadata': metadata('proof') },
  }),
  appendUpload: () => ({ headers: bytes, payload: Buffer.from('more') }),
  findUploadOffset: () => ({ headers: tus }),
  removeUpload: () => ({ headers: tus }),
  // People
  saveProfile: () => ({ body: profile }),
  setName: () => ({ body: { firstName: 'Maya', lastName: 'Field' } }),
  saveBilling: () => ({
    body: {
      businessName: 'Harbor Roasters',
      businessAddress: '1 Quay Street, Cork',
      country: 'IE',
      vatId: null,
    },
  }),
  setWalletEmail: ({ caller }) => ({ body: { paypalEmail: `new-${caller.toLowerCase()}@wallet.test` } }),
  updateCompliance: () => ({ body: { locationConsent: true } }),
  submitKyc: async () => {
    const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
    const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
    return { payload: form.body, headers: form.headers };
  },
  decideKyc: () => ({ body: { status: 'rejected', reason: 'The picture cannot be read.' } }),
  verifyUser: () => ({ body: { reason: 'The documents are right.' } }),
  suspendUser: () => ({ body: { reason: 'Another person uses it.' } }),
  reactivateUser: () => ({ body: { reason: 'It is theirs again.' } }),
  deleteUser: () => ({ body: { reason: 'Its person asked for it.' } }),
  markNotificationsRead: ({ id }) => ({ body: { ids: [id] } }),
  setProfilePhoto: ({ id }) => ({ body: { uploadId: id } }),
  setBusinessLogo: ({ id }) => ({ body: { uploadId: id } }),
  setLanguage: () => ({ body: { language: 'en' } }),
  setListing: () => ({ body: { isHidden: true } }),
  declareSocialAccount: ({ caller }) => ({
    body: { platform: 'tiktok', handle: `new.${caller.toLowerCase()}`, followers: 1200 },
  }),
  decideSocialAccount: ({ world }) => ({
    body: { status: 'approved', followers: 5000, submittedAt: world.app.clock.now().toISOString() },
  }),
  viewKycNumbers: () => ({ body: { reason } }),
  startWalletConnection: () => ({ body: {} }),
  showUnsubscribe: ({ world }) => unsubscribing(world),
  unsubscribe: ({ world }) => unsubscribing(world),
  listWeeklyEarnings: () => periods,
  issueInvoice: ({ id }) => ({ body: { orderId: id } }),
  getYearSummary: () => ({ query: { year: '2026' } }),
  downloadInvoices: () => periods,
  downloadYearCsv: () => ({ query: { year: '2026' } }),
  downloadYearPdf: () => ({ query: { year: '2026' } }),
  listSpendingDays: () => periods,
  listPaymentHistory: ({ id }) => ({ query: { ...periods.query, campaignId: id } }),
  getPaymentTotals: ({ id }) => ({ query: { ...periods.query, campaignId: id } }),
  downloadPaymentHistory: ({ id }) => ({ query: { ...periods.query, campaignId: id } }),
  listHeldDays: () => periods,
  listGrowthWeeks: () => periods,
  listDecisionWeeks: () => periods,
  setNotificationSchedule: () => ({
    body: {
      timeZone: 'America/New_York',
      quietHours: { from: '22:00', until: '07:00' },
      digestHour: null,
    },
  }),
  savePushSubscription: ({ caller }) => ({ body: pushSubscription(caller) }),
  deletePushSubscription: ({ caller }) => ({ body: { endpoint: pushSubscription(caller).endpoint } }),
  setNotificationChoice: () => ({ body: { topic: 'money', isMailed: true } }),
  // Teams
  inviteToTeam: ({ caller }) => ({
    body: { email: `new-mate-of-${caller.toLowerCase()}@promenade.test`, role: 'viewer' },
  }),
  viewInvitation: () => ({ body: { token: 'a'.repeat(64) } }),
  acceptInvitation: () => ({ body: { token: 'a'.repeat(64) } }),
  changeTeamRole: () => ({ body: { role: 'manager' } }),
  // Campaigns
  createCampaign: ({ world }) => ({ body: wearableForm(world.app.clock.now()) }),
  updateCampaign: ({ world }) => ({ body: socialForm(world.app.clock.now()) }),
  createPaymentOrder: ({ id }) => ({
    body: { amount: '138.00', currency: 'USD', intent: 'CAPTURE', campaignId: id },
  }),
  fundCampaign: ({ caller, world }) => {
    const own = world.things.find(({ kind, people }) => kind === 'order' && people.owner === caller);
    return { body: { paypalOrderId: own?.id ?? 'ORDER', paypalCaptureId: 'CAPTURE' } };
  },
  // Reports
  // Only the marketer of the proof uploads a file: forbidden calls must change nothing.
  reportPostFigures: async ({ id, caller, world }) => {
    const own = world.things.some((thing) => thing.id === id && thing.people.owner === caller);
    const uploadId = own
      ? await uploadFile(world.clients[caller], await picture('png'), 'proof', 'figures.png')
      : randomUUID();
    return { body: { uploadId, views: 1200 } };
  },
  setFootfall: () => ({ body: { footfall: { low: 100, high: 200, basis: 'Counted by hand' } } }),
  createAccessToken: () => ({ body: { name: 'Payroll', scopes: ['payments:read'], expiresInDays: 30 } }),
  createWebhook: () => ({ body: { url: 'https://8.8.8.8/hook', events: ['proof.approved'] } }),
  updateWebhook: () => ({ body: { events: ['proof.approved'] } }),
  createReportLink: () => ({ body: { id: randomUUID() } }),
  openSharedReport: () => ({ body: { token: 'a'.repeat(64) } }),
  downloadSharedReport: () => ({ body: { token: 'a'.repeat(64) } }),
  // Work
  apply: ({ id }) => ({ body: { campaignId: id } }),
  listApplications: ({ id }) => ({ query: { campaignId: id } }),
  decideApplication: ({ caller }) => ({
    body: { status: caller.endsWith('arketer') ? 'withdrawn' : 'approved' },
  }),
  decideApplications: ({ id }) => ({ body: { ids: [id], status: 'approved' } }),
  undoDecisions: ({ id }) => ({ body: { ids: [id] } }),
  benchApplication: () => ({ body: { isOnBench: true } }),
  inviteMarketer: ({ world }) => ({
    body: { listingId: world.things.find(({ kind }) => kind === 'listing')?.id ?? '' },
  }),
  declineInvitation: () => ({ body: {} }),
  changeKit: () => ({ body: { size: 'l' } }),
  handOutKit: () => ({ body: { isHanded: true } }),
  receiveKit: () => ({ body: { isReceived: true, isReturned: false } }),
  saveSearch: ({ caller }) => ({ body: { name: `Walks of ${caller}`, filters: {}, isAlerting: true } }),
  changeSavedSearch: () => ({ body: { isAlerting: false } }),
  appealStrike: () => ({ body: { text: 'I was ill.' } }),
  decideStrike: () => ({ body: { status: 'lifted', reason: 'They were ill.' } }),
  updateLocation: () => ({ body: place }),
  getTrack: ({ world }) => ({ query: { reason, dispute: findDispute(world) } }),
  submitProof: ({ id }) => ({ body: { campaignId: id, postUrl: 'https://instagram.com/p/two', media: [] } }),
  listProofs: ({ id }) => ({ query: { campaignId: id } }),
  getMarketerStats: () => ({
    query: { monthStart: '2026-11-01T00:00:00Z', weekStart: '2026-11-01T00:00:00Z' },
  }),
  decideProof: () => ({ body: { status: 'approved' } }),
  decideWeakProof: () => ({ body: { status: 'approved', reviewNotes: 'The work was done.' } }),
  askAgain: () => ({ body: { reasons: ['wrong-post'], note: 'Show the product.' } }),
  sendAgain: () => ({ body: { media: [], postUrl: 'https://instagram.com/p/two' } }),
  recordPostCheck: () => ({ body: { reason: 'end', state: 'live' } }),
  answerSpotCheck: ({ world }) => ({
    body: {
      uploadId: idOfNothing(),
      capture: { permitId: idOfNothing(), takenAt: world.app.clock.now().toISOString() },
    },
  }),
  tipProof: () => ({ body: { amount: '5.00' } }),
  answerSigns: () => ({ body: { text: 'My phone was in my pocket.' } }),
  openDispute: () => ({ body: { reason: 'The post shows the product.' } }),
  answerDispute: () => ({ body: { text: 'It does not show it.' } }),
  proposeOutcome: () => ({ body: { award: '10.00' } }),
  acceptProposal: () => ({ body: { award: '10.00' } }),
  decideDispute: () => ({ body: { status: 'upheld', note: 'The work was done.' } }),
  // Messages
  sendMessage: () => ({ body: { id: randomUUID(), text: 'Hello' } }),
  markThreadRead: () => ({ body: { sequence: 1 } }),
  reportThread: () => ({ body: { reason: 'spam' } }),
  decideMessageReport: () => ({ body: { status: 'dismissed', note: 'It is no spam.' } }),
  viewThread: () => ({ body: { reason } }),
  rate: ({ id }) => ({ body: { applicationId: id, stars: 5, text: 'Good work.' } }),
  changeRating: () => ({ body: { stars: 4, text: 'Quite good work.' } }),
  replyToRating: () => ({ body: { text: 'Thank you.' } }),
  listRatingExchanges: ({ id }) => ({ query: { campaignId: id } }),
  hideRatingWords: () => ({ body: { part: 'text', isHidden: true, reason: 'It names an address.' } }),
  // Money and places
  retryPayout: () => ({ body: { reason: 'It came back.' } }),
  retryRefund: () => ({ body: { reason: 'It failed.' } }),
  coverShortfall: () => ({ body: { amount: '0.01', reason: 'The work was done.' } }),
  writeOffDebt: () => ({ body: { amount: '0.01', reason: 'The business is bankrupt.' } }),
  reversePlace: () => ({ query: { lat: '37.79', lng: '-122.4' } }),
};

/** The unsubscribe link of a marketer's email, which works for every caller. */
const unsubscribing = ({ app, clients }: World): Carried => ({
  query: {
    token: createUnsubscribeToken(app.deps.config, { userId: clients.marketer.userId, topic: 'money' }),
  },
});

/** Returns an existing dispute. It is about other work than any session. */
const findDispute = ({ things }: World) => things.find(({ kind }) => kind === 'dispute')?.id ?? idOfNothing();

/** Returns a valid id that belongs to nothing. */
export const idOfNothing = () => randomUUID();
