import { call, type Section, testsIn } from './rows.ts';

const crawlers = testsIn('src/main/server/crawlers.test.ts');
const agreement = testsIn('src/disputes/server/agreement.test.ts');
const billing = testsIn('src/profiles/server/billing.test.ts');
const disputedPayment = testsIn('src/proofs/server/disputed-payment.test.ts');
const disputes = testsIn('src/disputes/server/disputes.test.ts');
const historyService = testsIn('src/payments/server/ledger/history-service.test.ts');
const invoices = testsIn('src/payments/server/invoices/invoices.test.ts');
const listing = testsIn('src/payments/server/payouts/listing.test.ts');
const paymentHistory = testsIn('src/campaigns/server/funding/payment-history.test.ts');
const paymentHistoryPage = testsIn('src/campaigns/web/history/payment-history-page.test.tsx');
const paymentsPage = testsIn('src/payments/web/payments-page.test.tsx');
const ratings = testsIn('src/ratings/server/ratings.test.ts');
const ratingsRaces = testsIn('src/ratings/server/ratings.races.test.ts');
const receipts = testsIn('src/payments/server/receipts/receipts.test.ts');
const reconciliation = testsIn('src/payments/server/reconciliation/reconciliation.test.ts');
const reports = testsIn('src/reports/server/reports.test.ts');
const routes = testsIn('src/platform/server/places/routes.test.ts');
const stuck = testsIn('src/payments/server/stuck/stuck.test.ts');
const support = testsIn('src/disputes/server/support.test.ts');
const trends = testsIn('src/admin/server/trends.test.ts');
const walletConnection = testsIn('src/payments/server/wallet-connection/wallet-connection.test.ts');
const webhookLog = testsIn('src/payments/server/webhooks/webhook-log.test.ts');
const years = testsIn('src/payments/server/years/years.test.ts');
const invoiceRaces = testsIn('src/payments/server/invoices/invoices.races.test.ts');

export const beyondMoney: Section[] = [
  {
    title: 'Calls beyond the specification: payments',
    rows: [
      call(
        'GET /api/admin/held',
        'What we hold for all campaigns at the end of each of the last 90 days, oldest first.',
        trends('counts by week, and the time to a decision'),
      ),
      call(
        'POST /api/admin/reconciliation',
        'Reconciles our ledger with the wallet now.',
        reconciliation('lists the latest runs, newest first, and audits a manual run'),
      ),
      call(
        'POST /api/admin/refunds/{id}/retry',
        'Retries a failed refund.',
        stuck('a retry sends a failed refund again'),
      ),
      call(
        'GET /api/admin/webhooks/{id}',
        'Returns one webhook with its body.',
        webhookLog('shows the body to an admin and audits each read'),
      ),
      call(
        'POST /api/wallet-connection',
        'Starts connecting the wallet.',
        walletConnection(
          'is connected with its own address, with notice, and used immediately if it is the first',
        ),
      ),
      call(
        'GET /api/wallet-connection',
        'Returns whether the wallet is connected, or the state of this session’s latest attempt.',
        walletConnection(
          'is connected with its own address, with notice, and used immediately if it is the first',
        ),
      ),
      call(
        'DELETE /api/wallet-connection',
        'Disconnects the wallet.',
        walletConnection('keeps its address after a disconnect, so the next one still waits'),
      ),
      call(
        'GET /api/wallet-connection/callback',
        'Redirect target of the wallet’s sign-in page, for the session that started it.',
        walletConnection('runs only its own script, is not cached, and leaks no referrer'),
      ),
      call(
        'POST /api/debts/{id}/order',
        'Open a wallet order for a debt.',
        disputedPayment(
          'work that was paid before a lost dispute is a debt: listed, blocking, and ended by paying it',
        ),
      ),
      call(
        'POST /api/admin/debts/{id}/write-off',
        'Give up a debt.',
        disputedPayment(
          'an admin writes a debt off with a reason and the amount, once, and a payment that was under way goes back',
        ),
      ),
      call(
        'GET /api/payments/earnings',
        'Returns my earnings, and how much of them has been paid out.',
        listing('earnings are the sum of paid, in flight and waiting'),
      ),
      call(
        'GET /api/payments/earnings/weeks',
        'Returns what I earned in each of the last 26 weeks, oldest first.',
        historyService('earnings by week are the pay and the tips, less what a dispute took back'),
      ),
      call(
        'GET /api/payments/{id}/receipt',
        'Returns the receipt of one of my completed payments, as PDF.',
        receipts('refuses a receipt before completion, for other users, and after a reversal'),
      ),
      call(
        'GET /api/owed',
        'What I still owe after disputing payments: shortfalls, then debts, each oldest first.',
        disputedPayment(
          'invariant 36: silence approves after a lost dispute too, and the advertiser funds nothing until it is paid',
        ),
      ),
      call(
        'POST /api/shortfalls/{id}/order',
        'Open a wallet order for what I owe.',
        disputedPayment(
          'invariant 36: silence approves after a lost dispute too, and the advertiser funds nothing until it is paid',
        ),
      ),
      call(
        'POST /api/admin/shortfalls/{id}/cover',
        'Pay approved work with the platform’s money.',
        disputedPayment(
          'an admin covers it with a reason and the amount, once, and nothing goes back to the advertiser',
        ),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: documents about money',
    rows: [
      call(
        'GET /api/payment-history',
        'Lists the money of my and my teams’ campaigns in a period, newest first.',
        paymentHistory(
          'lists every change of what is held over all campaigns, newest first, with the sums of a period',
        ),
        paymentHistory('pages have no gaps and end without a link'),
        paymentHistory('the team reads it, strangers and other roles do not'),
      ),
      call(
        'GET /api/payment-history/totals',
        'Returns the sums of the same money in the same period.',
        paymentHistory(
          'lists every change of what is held over all campaigns, newest first, with the sums of a period',
        ),
      ),
      call(
        'GET /api/payment-history.csv',
        'The same lines and sums as a CSV file.',
        paymentHistory(
          'lists every change of what is held over all campaigns, newest first, with the sums of a period',
        ),
        paymentHistoryPage(
          'shows each payment with its fee and what is held, the totals, and a link to the file',
        ),
      ),
      call(
        'POST /api/invoices',
        'Issues the invoice of one of my payments, or returns the one that was issued before.',
        invoices('an issued invoice stays as it is when the business changes, and comes again'),
        invoices(
          'refuses without invoice details, and for payments that have no fee or are not the caller’s',
        ),
        invoiceRaces('concurrent requests for one payment return one invoice with one number'),
      ),
      call(
        'GET /api/invoices/{id}/pdf',
        'An invoice or a credit note of my or my team’s business, as PDF.',
        invoices('an invoice shows the fee with its VAT, and the escrow as not taxed'),
        paymentHistory('the team reads it, strangers and other roles do not'),
      ),
      call(
        'GET /api/admin/invoices.csv',
        'All invoices and credit notes issued in a period, as a CSV file.',
        invoices('the CSV of a period adds up'),
      ),
      call(
        'GET /api/profile/billing',
        'Returns what invoices say about my business.',
        billing('returns what the business saved, and keeps it if a form is refused'),
      ),
      call(
        'PUT /api/profile/billing',
        'Saves what invoices say about my business. Issued invoices stay as they are.',
        billing('returns what the business saved, and keeps it if a form is refused'),
        invoices('an issued invoice stays as it is when the business changes, and comes again'),
      ),
      call(
        'GET /api/payments/year',
        'What I was paid in a year, by month and by campaign, from the ledger.',
        years('a year counts what arrived in it in New York, however late it was approved'),
        years(
          'pay that is sent but has not arrived is not paid, and what the wallet takes back counts against it',
        ),
      ),
      call(
        'GET /api/payments/year.csv',
        'The same as a CSV file.',
        years('downloads the own year as CSV and PDF'),
      ),
      call(
        'GET /api/payments/year.pdf',
        'The same as a PDF.',
        years('downloads the own year as CSV and PDF'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: disputes',
    rows: [
      call(
        'GET /api/disputes/{id}',
        'One dispute with its timeline, for both sides and admins.',
        disputes('is recorded, and visible only to both sides and admins'),
      ),
      call(
        'POST /api/disputes/{id}/answer',
        'Answer the other side’s dispute within 72 hours, optionally with a proposal.',
        agreement('act in turn, and see each other’s files'),
      ),
      call(
        'POST /api/disputes/{id}/proposals',
        'Propose what the marketer gets.',
        agreement('make at most three proposals each'),
      ),
      call(
        'POST /api/disputes/{id}/acceptance',
        'Accept the other side’s proposal.',
        agreement('invariant 37: is agreed, paid and refunded to the cent, once'),
      ),
      call(
        'POST /api/disputes/{id}/escalation',
        'Decline to agree, and ask an admin to decide now.',
        agreement('ask an admin once, and both may'),
      ),
      call(
        'GET /api/admin/disputes/approvals',
        'Approvals that an admin can dispute for the advertiser: the pay is still here, and the work was not disputed.',
        support('is offered while the pay is here, never for the admin’s own team'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: ratings',
    rows: [
      call(
        'PUT /api/applications/{id}/rating',
        'Change my rating until it is public.',
        ratings('sees the other’s rating before both are in, in no list and no export'),
      ),
      call(
        'POST /api/applications/{id}/rating-reply',
        'Reply once to the public rating of the other side.',
        ratings('the rated side replies once'),
      ),
      call(
        'GET /api/ratings',
        'List my work that can be or was rated, newest first.',
        ratings('ends 30 days after the pay'),
      ),
      call(
        'GET /api/applications/{id}/marketer-ratings',
        'List the public ratings of an applicant.',
        ratings('lists of marketers show and filter by the public average; those without ratings stay'),
      ),
      call(
        'GET /api/marketers/{id}/ratings',
        'List the public ratings of a marketer in the marketer list.',
        ratings('lists of marketers show and filter by the public average; those without ratings stay'),
      ),
      call(
        'GET /api/campaigns/{id}/ratings',
        'List the public ratings of a campaign’s business.',
        ratingsRaces('both sides rate many times at once: one rating each, and both are public'),
      ),
      call(
        'GET /api/admin/ratings',
        'List all ratings, newest first.',
        ratings('an admin hides words, not stars, and the author is told why'),
      ),
      call(
        'PUT /api/admin/ratings/{id}',
        'Hide or show the words of a rating or its reply.',
        ratings('an admin hides words, not stars, and the author is told why'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: reports',
    rows: [
      call(
        'GET /api/campaign/{id}/report',
        'The report on a campaign of mine or my team: time, coverage, cost, estimate and work.',
        reports('every form of a report has the same figures, to the cent, and no names'),
      ),
      call(
        'GET /api/campaign/{id}/report.csv',
        'The same as a CSV file (RFC 4180, UTF-8), one figure per line.',
        reports('every form of a report has the same figures, to the cent, and no names'),
      ),
      call(
        'GET /api/campaign/{id}/report.pdf',
        'The same as a PDF, with photos but without selfies and names.',
        reports('every form of a report has the same figures, to the cent, and no names'),
      ),
      call(
        'PUT /api/campaign/{id}/footfall',
        'Set, or with null remove, my own assumption of passers-by per hour.',
        reports('drafts have no links and no estimate'),
      ),
      call(
        'GET /api/campaign/{id}/report-links',
        'The links to this report that still work, newest first.',
        reports('a link ends when it expires or is revoked'),
      ),
      call(
        'POST /api/campaign/{id}/report-links',
        'Create a link to this report.',
        reports('the same id again gives the link a new token, and concurrent calls keep the limit'),
      ),
      call(
        'POST /api/report-links/{id}/revoke',
        'Revoke a link.',
        reports('a link ends when it expires or is revoked'),
      ),
      call(
        'POST /api/shared-report',
        'Read a report by its link.',
        reports('a link ends when it expires or is revoked'),
      ),
      call(
        'POST /api/shared-report/pdf',
        'The same as a PDF.',
        reports('every form of a report has the same figures, to the cent, and no names'),
      ),
    ],
  },
  {
    title: 'Calls beyond the specification: platform',
    rows: [
      call(
        'GET /robots.txt',
        'Let crawlers read the public pages only.',
        crawlers('robots.txt lets crawlers read public pages only, and names the sitemap'),
      ),
      call(
        'GET /sitemap.xml',
        'List the files of the sitemap.',
        crawlers('a long sitemap is divided into files that together list each campaign once'),
      ),
      call(
        'GET /sitemap-pages.xml',
        'List the public pages.',
        crawlers('the sitemap lists the public pages and the open campaigns with their last change'),
      ),
      call(
        'GET /sitemap-campaigns.xml',
        'List open campaigns from an id on.',
        crawlers('the sitemap lists the public pages and the open campaigns with their last change'),
      ),
      call(
        'GET /api/config',
        'Returns the settings of this installation that the browser needs.',
        paymentsPage('shows the yearly amount above which a tax ID is required'),
      ),
      call(
        'GET /api/places/status',
        'Returns the place search provider and the result of its last call.',
        routes('returns the provider and the size of the bundled list'),
      ),
    ],
  },
];
