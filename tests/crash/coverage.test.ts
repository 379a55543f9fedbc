/**
 * The crash points that no story reaches: only those that move no money, and those listed here with a reason.
 */
import { expect, it } from 'vitest';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import { systemClock } from '#kernel/time.ts';
import { listModules } from '#main/modules.ts';
import { killed } from '#tests/support/crash/all-stories.ts';
import { isAboutMoney, parseJob } from '#tests/support/crash/story.ts';

/**
 * No request or webhook leads here: this sweep only finds events that the outbox gave up on after twenty
 * failures.
 */
const outOfReach = ['sweep payments/unbound'];

// Listing a module's parts does not use its dependencies.
const nothing = undefined as never;

/**
 * Domains whose jobs move no money. Messages and notifications only write texts, and admin seals the audit log.
 */
const withoutMoney = new Set([
  'platform',
  'auth',
  'uploads',
  'profiles',
  'teams',
  'kyc',
  'applications',
  'tracking',
  'messages',
  'ratings',
  'notifications',
  'webhooks',
  'admin',
  // Keeps the marketer list up to date.
  'main',
]);

/** Every job of the outbox worker that can move money. */
const moneyJobs = new Set(
  listModules(nothing)
    .filter(({ name }) => !withoutMoney.has(name))
    .flatMap((module) => [
      ...(module.effects?.(nothing) ?? []).map(({ kind }) => `effect ${kind}`),
      ...(module.subscriptions?.(nothing) ?? []).map(({ kind }) => `event ${kind}`),
      ...(module.sweeps?.(nothing) ?? []).map(({ name }) => `sweep ${name}`),
    ]),
);

it('invariant 30: the server is killed in every job of the worker that moves money', () => {
  const notSeen = [...moneyJobs].filter((job) => !isAboutMoney(`${job}: commit`));
  expect(notSeen).toEqual([
    // Only write invoices and credit notes.
    'event payment.bound',
    'event payment.refund-completed',
    'event payment.chargeback-closed',
    // Only lowers what the next shortfall lacks. The escrow covers that one only if a dispute awarded it less.
    'event payment.shortfall-ended',
    'sweep payments/reconciliation',
    'sweep payments/due times',
    'sweep payments/credit notes',
    'sweep payments/old webhooks',
    // Only note what the server saw of a post. A person decides about the proof.
    'effect post.look-tiktok',
    'effect post.look-twitter',
    'effect post.look-youtube',
    // Only makes a pending proof weaker, so that silence does not pay it.
    'event tracking.sign-found',
    // Only deletes what no proof needs.
    'sweep delete unused capture permits',
    // Only queues these questions.
    'sweep ask platforms about posts',
    // Only tells administrators.
    'sweep announce weak proofs',
    // Only hands disputes to the admins. Their decision moves the money.
    'sweep escalate disputes',
    // Only reminds.
    'sweep remind of dispute deadlines',
  ]);
  const jobs = [...moneyJobs].filter((job) => isAboutMoney(`${job}: commit`));
  const killedIn = new Set([...killed].map(parseJob));
  expect(jobs.filter((job) => !killedIn.has(job)).toSorted()).toEqual(outOfReach);
});

it('invariant 30: the server is killed before every call that changes something at the wallet', async () => {
  const wallet = createPayPalProvider(
    { baseUrl: 'http://127.0.0.1:9', clientId: 'id', clientSecret: 'secret' },
    { clock: systemClock },
  );
  await wallet.close();
  const changes = Object.keys(wallet).filter((name) => !/^(get|list|verify|clientToken$|close$)/.test(name));
  expect(changes.length).toBeGreaterThan(0);
  const calls = new Set([...killed].map((label) => label.slice(label.lastIndexOf(': ') + 2)));
  expect(changes.filter((name) => !calls.has(`call ${name}`))).toEqual([]);
});
