/** Rules for the contracts of all domains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applicationProcess } from '#applications/contract.ts';
import { campaignProcess } from '#campaigns/contract.ts';
import { disputeProcess } from '#disputes/process-contract.ts';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { ErrorBody } from '#kernel/errors.ts';
import { kycProcess } from '#kyc/contract.ts';
import { refusals } from '#main/domains.ts';
import { paymentProcess, receiveWalletWebhook } from '#payments/contract.ts';
import { socialProcess } from '#profiles/social-contract.ts';
import { proofProcess } from '#proofs/contract.ts';
import { sessionProcess } from '#tracking/contract.ts';
import { uploadProcess } from '#uploads/contract.ts';
import { type TestApp, testApp } from './support/app.ts';

type Json = Record<string, unknown>;

let app: TestApp;
let endpoints: readonly EndpointDefinition[];
beforeAll(async () => {
  app = await testApp({ listens: false });
  endpoints = app.endpoints;
});
afterAll(() => app.close());

describe('refusals', () => {
  it('have a valid code, an error status and a message', () => {
    for (const [code, [status, { text }]] of Object.entries(refusals)) {
      expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(text.length).toBeGreaterThan(10);
      expect(ErrorBody.safeParse({ code, message: text }).success).toBe(true);
    }
  });
});

describe('endpoints', () => {
  it('have unique names and paths', () => {
    const names = endpoints.map(({ name }) => name);
    const addresses = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('declare `whose` if their path has an id', () => {
    const silent = endpoints.filter(
      ({ path, whose, who }) => path.includes('{') && !whose && !isAdminOnly(who),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('have a schema for every path parameter', () => {
    for (const { path, params, name } of endpoints) {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter = '']) => parameter);
      const known = params ? Object.keys((toJsonSchema(params)['properties'] ?? {}) as Json) : []; // an object
      expect(known.toSorted(), name).toEqual(named.toSorted());
    }
  });

  it('have closed response schemas', () => {
    const open = endpoints.flatMap(({ name, response, events = {} }) =>
      [...(response ? [response] : []), ...Object.values(events)].flatMap((answer) =>
        openParts(toJsonSchema(answer), name),
      ),
    );
    expect(open).toEqual([]);
  });
});

const isAdminOnly = (who: EndpointDefinition['who']) => Array.isArray(who) && who.join() === 'admin';

function toJsonSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
}

/**
 * Returns the paths of nodes that would serialize any value: no type at all, or an object without named
 * properties.
 */
function openParts(node: unknown, path: string): string[] {
  if (node === null || typeof node !== 'object') return [];
  const schema = node as Json; // JSON schema nodes are objects
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as unknown[] | undefined; // lists
  if (branches) return branches.flatMap((branch, index) => openParts(branch, `${path}|${index}`));
  if (schema['type'] === 'array') return openParts(schema['items'], `${path}[]`);
  if (schema['type'] === 'object') {
    const inner = Object.entries((schema['properties'] ?? {}) as Json);
    const others = schema['additionalProperties'];
    if (others === undefined || others === true) return [path];
    const values = typeof others === 'object' ? openParts(others, `${path}.*`) : [];
    return [...values, ...inner.flatMap(([name, property]) => openParts(property, `${path}.${name}`))];
  }
  return schema['type'] === undefined && schema['enum'] === undefined && !('const' in schema) ? [path] : [];
}

describe('openapi.json', () => {
  let description: {
    openapi: string;
    info: Json;
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; parameters: Json[]; responses: Json; security: Json[]; requestBody?: Json }
      >
    >;
    components: { schemas: Json; securitySchemes: Json };
  };
  beforeAll(async () => {
    description = (await app.http.inject({ url: '/api/openapi.json' })).json();
  });

  it('has the shape of OpenAPI 3.1', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(description.info).toEqual({
      title: 'Promenade',
      version: expect.any(String),
      description: expect.any(String),
    });
    const schemes = Object.keys(description.components.securitySchemes);
    for (const [path, operations] of Object.entries(description.paths)) {
      expect(path).toMatch(/^\//);
      for (const [method, operation] of Object.entries(operations)) {
        expect(['get', 'post', 'put', 'patch', 'delete', 'head']).toContain(method);
        expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
        for (const [status, response] of Object.entries(operation.responses)) {
          expect(status).toMatch(/^[2345]\d\d$/);
          expect(response).toHaveProperty('description');
        }
        const inPath = operation.parameters.filter((parameter) => parameter['in'] === 'path');
        expect(inPath.map((parameter) => [parameter['name'], parameter['required']])).toEqual(
          Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, true]),
        );
        for (const requirement of operation.security)
          expect(schemes).toEqual(expect.arrayContaining(Object.keys(requirement)));
      }
    }
  });

  it('has every route with an operation id', () => {
    const described = Object.values(description.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    // The wallet's webhook reads raw bytes, so it is not in the list of routes.
    const names = [...endpoints, receiveWalletWebhook].map(({ name }) => name);
    expect(described.toSorted()).toEqual(names.toSorted());
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, target]) => target,
    );
    expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']));
    expect(description.components.schemas).toHaveProperty('Error');
  });

  it('lists the refusals of a call with their messages', () => {
    const decide = description.paths['/api/proofs/{id}']?.['put'];
    expect(JSON.stringify(decide?.responses['409'])).toContain(refusals['proof/decided'][1]);
    expect(decide?.requestBody).toBeDefined();
  });

  it('has a readable page', async () => {
    const page = await app.http.inject({ url: '/api/docs' });
    expect(page.headers['content-type']).toContain('text/html');
    for (const { name } of endpoints) expect(page.payload).toContain(`id="${name}"`);
    for (const header of ['id', 'timestamp', 'signature'])
      expect(page.payload).toContain(`<code>webhook-${header}</code>`);
    expect(page.payload).not.toContain('<script');
    const scopes = Array.from(page.payload.matchAll(/of scope <code>(\S+)<\/code>/g), ([, scope]) => scope);
    const declared = endpoints.flatMap(({ scope }) => scope ?? []);
    expect(scopes.toSorted()).toEqual(declared.toSorted());
    expect((await app.http.inject({ url: '/api/docs.css' })).headers['content-type']).toContain('text/css');
  });
});

describe('the graph of', () => {
  const processes = {
    campaign: campaignProcess,
    application: applicationProcess,
    session: sessionProcess,
    proof: proofProcess,
    dispute: disputeProcess,
    payment: paymentProcess,
    kyc: kycProcess,
    'social account': socialProcess,
    upload: uploadProcess,
  };
  it.each(Object.entries(processes))(
    'a %s reaches every state from its initial one',
    (_, { states, initial, transitions }) => {
      const all: { from: readonly string[]; to: string; by: readonly string[]; why: string }[] =
        Object.values(transitions);
      const reached = new Set<string>([initial]);
      for (const _round of states) {
        for (const { from, to } of all) if (from.some((state) => reached.has(state))) reached.add(to);
      }
      expect([...reached].toSorted()).toEqual([...states].toSorted());
      for (const { from, to, by, why } of all) {
        expect(states).toEqual(expect.arrayContaining([...from, to]));
        expect(by.length).toBeGreaterThan(0);
        expect(why).toMatch(/^[A-Z].*\.$/);
      }
    },
  );
});
