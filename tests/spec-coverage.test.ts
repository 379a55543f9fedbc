/** The rows of tests/spec name only tests, pages, calls and fields that exist, and every page and call. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KycState } from '#auth/contract.ts';
import * as campaigns from '#campaigns/contract.ts';
import * as campaignFields from '#campaigns/fields-contract.ts';
import { CampaignForm } from '#campaigns/form-contract.ts';
import * as limits from '#campaigns/limits-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { type EndpointDefinition, Role } from '#kernel/endpoint.ts';
import { IdType, KycBusinessType, KycCountry } from '#kyc/form-contract.ts';
import { pagePaths } from '#main/page-paths.ts';
import { PaymentState, receiveWalletWebhook } from '#payments/contract.ts';
import { ClothingSize, BusinessCategory, Gender } from '#profiles/form-contract.ts';
import { ProofState } from '#proofs/contract.ts';
import { sections } from './spec/all-sections.ts';
import { optionLists } from './spec/entities.ts';
import type { TestReference } from './spec/rows.ts';
import { type TestApp, testApp } from './support/app.ts';
import { listRoutes } from './support/routes.ts';
import { findDeparture, readDepartures } from './support/spec-departures.ts';
import { formatSpecDocs } from './support/spec-docs.ts';

/** Escapes a text for a regular expression. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const root = join(import.meta.dirname, '..');
const rows = sections.flatMap(({ rows }) => rows);
const subjects = (kind: string) => rows.filter((row) => row.kind === kind).map(({ subject }) => subject);

let app: TestApp;
let endpoints: readonly EndpointDefinition[];
beforeAll(async () => {
  app = await testApp({ listens: false });
  endpoints = [...app.endpoints, receiveWalletWebhook];
});
afterAll(() => app.close());

it('docs/spec-coverage.md lists all rows; `npm run spec` writes it', () => {
  const written = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8');
  // Without the long difference.
  expect(written === formatSpecDocs(), 'run `npm run spec`').toBe(true);
});

describe('each row', () => {
  const sources = new Map<string, string>();
  /** The source of a test file, with plain quotes in its texts and one space for each gap. */
  const readSource = (file: string): string => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const path = join(root, file);
    const source = existsSync(path)
      ? readFileSync(path, 'utf8')
          .replaceAll(String.raw`\'`, "'")
          .replaceAll(/\s+/g, ' ')
      : '';
    sources.set(file, source);
    return source;
  };

  /** Returns why `npm test` does not run this test, or null. */
  function findFault({ file, title }: TestReference): string | null {
    if (!/\.(?:test|spec)\.tsx?$/.test(file) || file.includes('.deep.')) return 'no file of npm test';
    const source = readSource(file);
    let from = 0;
    for (const part of title.split(' > ')) {
      const quoted = new RegExp(String.raw`\( ?(['"\`])${escape(part)}\1,`, 'g');
      quoted.lastIndex = from;
      const found = quoted.exec(source);
      if (!found) return `no test named ${part}`;
      if (/\.(?:skip|todo|fails)$/.test(source.slice(0, found.index))) return 'skipped';
      from = quoted.lastIndex;
    }
    return /^ \{[^}]*'@deep'/.test(source.slice(from)) ? 'only in the deep suite' : null;
  }

  it('names at least one test, and only tests that `npm test` runs', () => {
    const faults = rows.flatMap(({ subject, requirement, shownBy }) =>
      shownBy.length === 0
        ? [`${subject} ${requirement}: no test`]
        : shownBy.flatMap((reference) => {
            const fault = findFault(reference);
            return fault === null ? [] : [`${reference.file}: ${fault} (${reference.title})`];
          }),
    );
    expect(faults).toEqual([]);
  });

  /** Returns the source of one test, with the table of its `each`. */
  function readTest({ file, title }: TestReference): string {
    const source = readSource(file);
    const starts = [...source.matchAll(/\b(?:it|test)(?:\.\w+)*\(/g)].map(({ index }) => index);
    const at = source.search(
      new RegExp(String.raw`\( ?(['"\`])${escape(title.split(' > ').at(-1) ?? '')}\1,`),
    );
    const start = starts.findLast((index) => index <= at) ?? at;
    return source.slice(
      start,
      starts.find((index) => index > at),
    );
  }

  it('of a quoted text names a test that contains it', () => {
    const missing = rows.filter(({ kind, subject, shownBy }) => {
      if (kind !== 'text') return false;
      const pattern = new RegExp(
        subject
          .split(/\{\w+\}/)
          .map(escape)
          .join('.{1,80}?'),
      );
      return !shownBy.some((reference) => pattern.test(readTest(reference)));
    });
    expect(missing.map(({ subject, shownBy }) => [subject, ...shownBy.map(({ file }) => file)])).toEqual([]);
  });

  it('of a departure names its row in docs/spec-deviations.md, and each of those belongs to a requirement', () => {
    const known = readDepartures();
    const named = rows.flatMap(({ departures = [] }) => departures);
    expect(named.filter((start) => !findDeparture(known, start))).toEqual([]);
    expect(known.filter(({ row }) => !named.some((start) => row.startsWith(start)))).toEqual([]);
  });
});

describe('the lists of pages and calls', () => {
  it('have every page, and no other', () => {
    expect(subjects('page').toSorted()).toEqual(['/', ...pagePaths.map((path) => `/${path}`)].toSorted());
  });

  /** Served by the simulators and the development mailbox, which production does not have. */
  const isOfDevelopment = (path: string) => /^\/(?:dev|wallet-simulator|platform-simulator)\//.test(path);

  it('have every route, and no other', () => {
    const served = listRoutes(app.http)
      .filter(({ path }) => !isOfDevelopment(path) && path !== '/api/docs.css')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const listed = subjects('call');
    // Fastify adds a HEAD for every GET.
    expect(served.filter((route) => !route.startsWith('HEAD ') && !listed.includes(route))).toEqual([]);
    expect(listed.filter((route) => !served.includes(route))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Returns the schemas of a property, in any branch of the schema. */
function findProperty(schema: JsonSchema, name: string): JsonSchema[] {
  const own = schema.properties?.[name];
  const { anyOf = [], oneOf = [], allOf = [], items } = schema;
  const inner = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])];
  return [...(own ? [own] : []), ...inner.flatMap((branch) => findProperty(branch, name))];
}

it('each listed field is in its call', () => {
  const toJson = (schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema ? [z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema] : [];
  const fields = rows.filter(({ kind }) => kind === 'field');
  const missing = fields.filter(({ subject, inCall }) => {
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === inCall);
    if (!endpoint) return true;
    const [entity = '', ...path] = subject.split('.');
    if (endpoint.files?.includes(path[0] ?? '')) return false;
    const { query, body, response, method } = endpoint;
    const start =
      entity === 'Query'
        ? toJson(query, 'input')
        : entity === 'Answer' || (entity !== 'Body' && method === 'GET')
          ? toJson(response, 'output')
          : toJson(body, 'input');
    const found = path.reduce(
      (schemas, name) => schemas.flatMap((schema) => findProperty(schema, name)),
      start,
    );
    return found.length === 0;
  });
  expect(fields.length).toBeGreaterThan(100);
  expect(missing.map(({ subject, inCall }) => `${subject}: ${inCall}`)).toEqual([]);
});

it('each option list has the values of the specification', () => {
  const known: Record<keyof typeof optionLists, readonly string[]> = {
    'Age range': campaignFields.AgeRange.options,
    'Target gender': campaignFields.TargetGender.options,
    'Profile gender': Gender.options,
    'Clothing size': ClothingSize.options,
    'Business category': BusinessCategory.options,
    'KYC country': KycCountry.options,
    'ID type': IdType.options,
    'KYC business type': KycBusinessType.options,
    'User type': Role.options,
    'Campaign type': campaignFields.CampaignType.options,
    'Campaign status': campaigns.CampaignState.options,
    'Escrow status': campaigns.Campaign.shape.escrowStatus.options,
    Platform: campaignFields.SocialPlatform.options,
    'Content type': campaignFields.ContentType.options,
    Tier: campaignFields.Tier.options,
    'Payment method': campaignFields.PaymentMethod.options,
    'Proof status': ProofState.options,
    // The product also has cancelled payments.
    'Payment status': PaymentState.options.filter((state) => state !== 'cancelled'),
    'KYC status': KycState.options,
  };
  expect(known).toEqual(optionLists);
});

it('the tiers have the followers of the specification', () => {
  expect(campaigns.tierFollowers).toEqual({
    nano: [1_000, 10_000],
    micro: [10_000, 100_000],
    mid: [100_000, 500_000],
    macro: [500_000, 1_000_000],
    influencer: [1_000_000, null],
  });
});

it('the defaults of a campaign are those of the specification', () => {
  const { campaignType: _, ...form } = wearableForm(new Date('2026-11-02T15:00:00Z'));
  expect(
    CampaignForm.parse({ ...form, paymentMethod: undefined, proofRequirements: undefined }),
  ).toMatchObject({
    campaignType: 'wearable',
    paymentMethod: 'paypal',
    proofRequirements: { videoDuration: 2, requireSelfie: true, requireLocationCheck: true },
  });
});

it('the limits of the campaign form are those of the specification', () => {
  const check = (changes: object) =>
    CampaignForm.safeParse({ ...wearableForm(new Date('2026-11-02T15:00:00Z')), ...changes }).success;
  expect([check({ payRate: 25 }), check({ payRate: 24.99 })]).toEqual([true, false]);
  expect([check({ duration: 30 }), check({ duration: 29 })]).toEqual([true, false]);
});

it('the radius options are those of the specification', () => {
  // 100 and 250 m were settled later.
  expect(limits.RADIUS_OPTIONS_METERS).toEqual([100, 250, 500, 1000, 2000, 3000, 5000, 10_000]);
  expect(limits.DEFAULT_RADIUS_METERS).toBe(1000);
});
