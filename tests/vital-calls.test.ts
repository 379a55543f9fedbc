/** Calls that the server answers even if it has too much to do (decision 86). */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { EndpointDefinition } from '#kernel/endpoint.ts';

/** In these domains, each call that changes something is vital. */
const domains = ['payments', 'tracking', 'proofs', 'disputes', 'uploads'];

/** Except these, and why. */
const canWait: Record<string, string> = {
  runReconciliation: 'only compares, and also runs once a day',
  startWalletConnection: 'the marketer can connect the account later',
  endWalletConnection: 'moves no money',
  issueInvoice: 'the payment is already booked',
  askAgain: 'days before its deadline',
  answerSigns: 'only adds a text to a proof',
  reportPostFigures: 'days before its deadline',
  recordPostCheck: 'only notes what the advertiser saw',
  answerDispute: 'days before its deadline',
  proposeOutcome: 'decides nothing until the other side accepts',
  escalateDispute: 'also happens at the deadline',
  removeUpload: 'a sweep removes unused files',
};

const elsewhere = [
  'createPaymentOrder',
  'capturePaymentOrder',
  'fundCampaign',
  'closeCampaign',
  'signOut',
  'endSignInSession',
  'endOtherSessions',
];

const sources = resolve(import.meta.dirname, '../src');
const contracts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^\w+\/([\w-]+-)?contract\.ts$/.test(path))
  .sort();

let endpoints: { domain: string; endpoint: EndpointDefinition }[];
beforeAll(async () => {
  const found = await Promise.all(
    contracts.map(async (path) => {
      const exported: Record<string, unknown> = await import(join(sources, path));
      const domain = path.split('/', 1)[0] ?? '';
      return Object.values(exported)
        .filter(isEndpoint)
        .map((endpoint) => ({ domain, endpoint }));
    }),
  );
  endpoints = found.flat();
});

function isEndpoint(value: unknown): value is EndpointDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

test('every call that changes money, tracking, or proof is vital, or can wait for a reason', () => {
  const changing = endpoints.filter(
    ({ domain, endpoint }) => domains.includes(domain) && endpoint.method !== 'GET',
  );
  expect(changing.length).toBeGreaterThan(20);
  const names = (isVital: boolean) =>
    changing
      .filter(({ endpoint }) => (endpoint.vital ?? false) === isVital)
      .map(({ endpoint }) => endpoint.name)
      .toSorted();
  expect(names(false)).toEqual(Object.keys(canWait).toSorted());
});

test('elsewhere, only these calls are vital', () => {
  const vital = endpoints.filter(({ domain, endpoint }) => !domains.includes(domain) && endpoint.vital);
  expect(vital.map(({ endpoint }) => endpoint.name).toSorted()).toEqual(elsewhere.toSorted());
});

test('no vital call is a poll or a stream, which would fill the server', () => {
  const repeated = endpoints.filter(({ endpoint }) => endpoint.vital && (endpoint.poll || endpoint.events));
  expect(repeated).toEqual([]);
});
