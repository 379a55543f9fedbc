import { call, type Section, testsIn } from './rows.ts';

const allLive = testsIn('src/tracking/server/live/all-live.test.ts');
const bench = testsIn('src/applications/server/waitlist/bench.test.ts');
const cameraProof = testsIn('src/proofs/server/media/camera-proof.test.ts');
const campaignCities = testsIn('src/campaigns/server/search/campaign-cities.test.ts');
const closing = testsIn('src/campaigns/server/funding/closing.test.ts');
const confirmation = testsIn('src/applications/server/waitlist/confirmation.test.ts');
const historyService = testsIn('src/payments/server/ledger/history-service.test.ts');
const invitationsRaces = testsIn('src/applications/server/invitations/invitations.races.test.ts');
const kit = testsIn('src/applications/server/kit/kit.test.ts');
const ledger = testsIn('src/campaigns/server/funding/ledger.test.ts');
const liveStream = testsIn('src/tracking/server/live/live-stream.test.ts');
const pausing = testsIn('src/campaigns/server/pausing.test.ts');
const postChecks = testsIn('src/proofs/server/posts/post-checks.test.ts');
const reportService = testsIn('src/proofs/server/report/report-service.test.ts');
const reports = testsIn('src/reports/server/reports.test.ts');
const savedSearches = testsIn('src/applications/server/saved-searches/saved-searches.test.ts');
const sendingAgain = testsIn('src/proofs/server/amending/sending-again.test.ts');
const spotChecks = testsIn('src/proofs/server/spot-checks/spot-checks.test.ts');
const stats = testsIn('src/proofs/server/stats.test.ts');
const strikes = testsIn('src/applications/server/strikes/strikes.test.ts');
const summary = testsIn('src/tracking/server/presence/summary.test.ts');
const tips = testsIn('src/proofs/server/tips/tips.test.ts');
const undo = testsIn('src/applications/server/undo/undo.test.ts');
const uploads = testsIn('src/uploads/server/uploads.test.ts');
const weakProofs = testsIn('src/proofs/server/strength/weak-proofs.test.ts');

export const beyondWork: Section[] = [
  {
    title: 'Calls beyond the specification: campaigns',
    rows: [
      call(
        'GET /api/campaigns/{id}/closing',
        'The refund that closing a campaign of mine or my team would give now, or, if it is closed, the refund still to come.',
        closing('is only for its advertiser, and not for a draft'),
      ),
      call(
        'GET /api/campaigns/count',
        'Counts the campaigns that the list finds with the same filters, and the active ones of them.',
        testsIn('src/campaigns/server/search/campaign-search.test.ts')(
          'every combination of filters and sorts returns the same as checking every row, page by page',
        ),
        testsIn('src/campaigns/server/search/campaign-search.races.test.ts')(
          'a count ends after 10,000 campaigns, and is exact before',
        ),
      ),
      call(
        'GET /api/campaigns/cities',
        'Cities with open campaigns, by name.',
        campaignCities('lists each city once, by name, only while it has open campaigns'),
      ),
      call(
        'GET /api/campaign/{id}/ledger.csv',
        'The same as a CSV file (RFC 4180, UTF-8).',
        ledger('downloads as a CSV file'),
      ),
      call(
        'POST /api/campaigns/{id}/pause',
        'Pause a campaign: no applications, approvals, or moves from the waitlist.',
        pausing(
          'a paused campaign takes no applications or approvals, and hired marketers keep their places',
        ),
      ),
      call(
        'POST /api/campaigns/{id}/resume',
        'Let a paused campaign accept marketers again.',
        pausing('the waitlist moves up only after the campaign is resumed'),
      ),
      call(
        'GET /api/stats/advertiser/days',
        'Money of all campaigns that I may read, on each of the last 90 days, oldest first, from the ledger.',
        historyService(
          'an advertiser sees what was spent, refunded and held, from what was held before the first day',
        ),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: applications',
    rows: [
      call(
        'PUT /api/applications',
        'Approve or reject several applications in the given order.',
        bench('are taken in the given order while places are left, with a result for each'),
      ),
      call(
        'POST /api/applications/undo',
        'Undo decisions made with `canUndo` within ten seconds, before the marketers are told.',
        undo('an approval is undone: the place is free, and the marketer never knew'),
      ),
      call(
        'GET /api/campaigns/{id}/eligibility',
        'Check whether I can apply to this campaign, and if not, what is missing and where to fix it.',
        strikes('returns all missing requirements in the order in which applying checks them'),
      ),
      call(
        'POST /api/campaigns/{id}/invitations',
        'Invite a listed marketer to an open campaign, once per campaign.',
        invitationsRaces('a marketer is invited once, is notified, and accepts by applying'),
      ),
      call(
        'GET /api/campaigns/{id}/invitations',
        'List a campaign’s invitations, newest first, at most 100.',
        invitationsRaces('managers invite, viewers read, and other businesses see nothing'),
      ),
      call(
        'POST /api/campaign-invitations/{id}/revoke',
        'Take back an unanswered invitation.',
        invitationsRaces(
          'declining and taking back are final and idempotent, and leave the marketer free to apply',
        ),
      ),
      call(
        'GET /api/campaign-invitations',
        'List my unanswered invitations to campaigns that accept marketers now, newest first, at most 100.',
        invitationsRaces('a marketer is invited once, is notified, and accepts by applying'),
      ),
      call(
        'POST /api/campaign-invitations/{id}/decline',
        'Decline an invitation, also after its campaign has closed.',
        invitationsRaces(
          'declining and taking back are final and idempotent, and leave the marketer free to apply',
        ),
      ),
      call(
        'GET /api/applications/{id}/kit',
        'Get the kit for my place in a campaign.',
        kit('is that of the profile until the marketer changes it, and fixed once the kit is handed out'),
      ),
      call(
        'PUT /api/applications/{id}/kit',
        'Change my size and, for a parcel, my address, until it was handed out or sent.',
        kit('is that of the profile until the marketer changes it, and fixed once the kit is handed out'),
      ),
      call(
        'PUT /api/applications/{id}/kit/handout',
        'Note that a kit was handed out or sent, or take that back until it was received.',
        kit('both sides note what happened, each its own part'),
      ),
      call(
        'PUT /api/applications/{id}/kit/receipt',
        'Note that I received my kit, and that I returned it.',
        kit('both sides note what happened, each its own part'),
      ),
      call(
        'GET /api/campaigns/{id}/kits',
        'List the sizes and kits of everyone with a place, by name.',
        kit('is sealed, and read by the marketer and those who decide for the advertiser'),
      ),
      call(
        'GET /api/campaigns/{id}/kits.csv',
        'Get the same list as CSV.',
        kit('the CSV escapes formulas and lists everyone with a place'),
      ),
      call(
        'PUT /api/applications/{id}/bench',
        'Add a pending applicant of a full campaign to the end of its waitlist, or remove them.',
        bench('shows its order to both sides, and moves the first up when a place is given back'),
      ),
      call(
        'GET /api/applications/{id}/calendar.ics',
        'Get my approved work as an iCalendar file.',
        confirmation(
          'has the time, the place and alarms, and cancels the entry once the place is given back',
        ),
      ),
      call(
        'GET /api/saved-searches',
        'List my saved searches, oldest first.',
        savedSearches('returns the filters as saved, only to their owner'),
      ),
      call(
        'POST /api/saved-searches',
        'Save marketplace filters under a name.',
        savedSearches('keeps a repeated search once, and refuses another search with that name in any case'),
      ),
      call(
        'PUT /api/saved-searches/{id}',
        'Rename a saved search, switch its alerts or change its filters.',
        savedSearches('renames, changes and deletes a search'),
      ),
      call(
        'DELETE /api/saved-searches/{id}',
        'Delete a saved search and its alerts.',
        savedSearches('renames, changes and deletes a search'),
      ),
      call(
        'GET /api/strikes',
        'List my strikes, newest first, and when I can apply again.',
        strikes('is given once for withdrawing within twelve hours of the start'),
      ),
      call(
        'POST /api/strikes/{id}/appeal',
        'Appeal one of my strikes, once and within five days.',
        strikes('is the marketer’s own, once and within five days'),
      ),
      call(
        'GET /api/admin/strikes',
        'List strikes, newest first, or appeals by how long they have waited.',
        strikes('waits in a queue for admins, who also see all strikes, newest first'),
      ),
      call(
        'PUT /api/strikes/{id}',
        'Uphold or lift an appealed strike.',
        strikes('is decided once by an admin; a lifted strike no longer counts'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: tracking',
    rows: [
      call(
        'GET /api/campaign/{id}/my-session',
        'My newest session in this campaign, running or ended, with its presence so far.',
        liveStream('sees how many people view them and when last, without admins'),
      ),
      call(
        'GET /api/live-tracking',
        'Approximate positions and running sessions of all my campaigns and those of my teams.',
        allLive('shows what the live views of all own campaigns show, and nothing of another business'),
      ),
      call(
        'GET /api/campaign/{id}/session-hours',
        'How many sessions ran in each hour of the day, in the time zone of the campaign’s place.',
        reportService('the figures of a wearable campaign agree with its applications, sessions and ledger'),
      ),
      call(
        'GET /api/campaign/{id}/presence-cells',
        'A campaign’s heat map: time spent in each cell, in steps of ten minutes.',
        summary('has exactly the cells that the live map has shown, with their minutes and no fix'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: proofs',
    rows: [
      call(
        'POST /api/proofs/{id}/amendment',
        'Ask the marketer once for better files of a pending proof.',
        sendingAgain('new files replace those of the same kind, and the reviewer still sees the first ones'),
      ),
      call(
        'PUT /api/proofs/{id}/amendment',
        'Send the files or the link that the advertiser asked for.',
        sendingAgain('new files replace those of the same kind, and the reviewer still sees the first ones'),
      ),
      call(
        'PUT /api/proofs/{id}/answer',
        'Say something about the unusual signs of my proof before it is decided.',
        weakProofs('can be explained by the marketer until they are decided, and the reviewer reads it'),
      ),
      call(
        'GET /api/proofs/{id}/post-figures',
        'Figures that the marketer reported about the current post, newest first.',
        reports('figures of a post come from its marketer with a screenshot, and are summed once approved'),
      ),
      call(
        'POST /api/proofs/{id}/post-figures',
        'Report the figures of my post with a screenshot.',
        reports('figures of a post come from its marketer with a screenshot, and are summed once approved'),
      ),
      call(
        'POST /api/campaigns/{id}/capture-permit',
        'Permission to take photos and videos in the page for my proof.',
        cameraProof('each page gets its own permit, and only the campaign’s marketers get one'),
      ),
      call(
        'GET /api/post-checks',
        'Posts of my campaigns and of my teams’ that a person should look at again, longest due first, at most 100.',
        postChecks('a post is due after a day and at the end, and the answer is shown to both sides'),
      ),
      call(
        'PUT /api/proofs/{id}/post-checks',
        'Say whether a post is still there.',
        postChecks('a post is due after a day and at the end, and the answer is shown to both sides'),
      ),
      call(
        'GET /api/campaign/{id}/funnel',
        'How many applicants of a campaign got how far, from the application to the pay.',
        reportService('the figures of a wearable campaign agree with its applications, sessions and ledger'),
      ),
      call(
        'GET /api/campaign/{id}/hourly-costs',
        'What an hour inside the area has cost, fee included, in all and by marketer, the 50 highest first.',
        reportService('the figures of a wearable campaign agree with its applications, sessions and ledger'),
      ),
      call(
        'POST /api/spot-checks/{id}/photo',
        'Send the photo of a check on the spot in time.',
        spotChecks(
          'the marketer is notified once when a check begins, and passes it with a photo of the page',
        ),
      ),
      call(
        'GET /api/stats/marketer',
        'The marketer dashboard’s figures.',
        stats('counts approved proofs, and money that arrived since the given times'),
      ),
      call(
        'POST /api/proofs/{id}/tip',
        'Open a wallet order for a tip.',
        tips('passes a tip on like pay, once, without a fee, and tells the marketer'),
      ),
      call(
        'GET /api/admin/proofs',
        'Weak proofs that the advertiser did not decide in time, longest overdue first.',
        weakProofs('are listed page by page, and told to administrators once'),
      ),
      call(
        'PUT /api/admin/proofs/{id}',
        'Decide a weak proof that the advertiser did not decide in time.',
        weakProofs('are not approved by silence but listed for administrators, who decide once'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: uploads',
    rows: [
      call(
        'DELETE /api/uploads/{id}',
        'Remove an upload, finished or not (tus 1.0 termination).',
        uploads('removal by its owner deletes everything, started or ready'),
      ),
      call(
        'GET /api/files/{id}',
        'A finished file.',
        uploads('a user permitted by another domain may read the file, and the response cannot run code'),
      ),
      call(
        'GET /api/files/{id}/thumbnail',
        'A small JPEG of an image in a proof, or the file itself if it has none.',
        cameraProof('a photo of the page is shown as such, with a thumbnail for both sides'),
      ),
    ],
  },
];
