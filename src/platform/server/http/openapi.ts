import { z } from 'zod';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { type DeclaredRefusals, ErrorBody } from '#kernel/errors.ts';
import { API_VERSION } from './api-version.ts';

type Json = Record<string, unknown>;

export function buildOpenApi(endpoints: readonly EndpointDefinition[], refusals: DeclaredRefusals): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = toOperation(endpoint, refusals);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Promenade',
      version: API_VERSION,
      description: 'All endpoints of Promenade, generated from their contracts.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal access token.' },
      },
      schemas: { Error: toJsonSchema(ErrorBody, 'output') },
    },
  };
}

export function listRefusals(endpoint: EndpointDefinition, refusals: DeclaredRefusals) {
  return (endpoint.refusals ?? []).map((code) => {
    const declared = refusals[code];
    if (!declared) throw new Error(`${code} is not declared in a domain of main/domains.ts`);
    return { code, status: declared[0], text: declared[1] };
  });
}

export function describeAccess(endpoint: EndpointDefinition): string {
  const { whose } = endpoint;
  return whose
    ? `${describeCallers(endpoint)}, about ${withArticle(whose.object)}: ${whose.by.join(', ')}`
    : describeCallers(endpoint);
}

function withArticle(kind: string): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

function describeCallers(endpoint: EndpointDefinition): string {
  if (endpoint.who === 'anyone') return 'anyone';
  if (endpoint.who === 'signedIn') return 'anyone signed in';
  if (endpoint.who === 'provider') return 'the wallet, by its signature';
  return endpoint.who.join(', ');
}

function toOperation(endpoint: EndpointDefinition, refusals: DeclaredRefusals): Json {
  const status = String(endpoint.status ?? 200);
  const success: Json = { description: 'Success' };
  if (endpoint.response) success['content'] = jsonContent(toJsonSchema(endpoint.response, 'output'));
  if (endpoint.events) success['content'] = eventContent(endpoint.events);
  const operation: Json = {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Who: ${describeAccess(endpoint)}.`,
    parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
    security: toSecurity(endpoint),
    responses: { [status]: success, ...toErrorResponses(endpoint, refusals) },
  };
  if (endpoint.body)
    operation['requestBody'] = { required: true, content: bodyContent(endpoint, endpoint.body) };
  return operation;
}

function toSecurity({ who, scope }: EndpointDefinition): Json[] {
  if (who === 'provider') return [];
  const bearer = scope ? [{ bearer: [scope] }] : [];
  if (who === 'anyone') return scope ? [{}, ...bearer] : [];
  return [{ session: [] }, ...bearer];
}

/**
 * OpenAPI 3.1 has no syntax for events, so their names and data are listed as alternatives of the stream's
 * schema.
 */
function eventContent(events: NonNullable<EndpointDefinition['events']>): Json {
  const branches = Object.entries(events).map(([name, data]) => ({
    title: name,
    ...toJsonSchema(data, 'output'),
  }));
  return { 'text/event-stream': { schema: { anyOf: branches } } };
}

function bodyContent(endpoint: EndpointDefinition, body: z.ZodType): Json {
  const schema = toJsonSchema(body, 'input');
  if (!endpoint.files) return jsonContent(schema);
  const fields = (schema['properties'] ?? {}) as Json; // A generated object schema always has an object of properties.
  const files = Object.fromEntries(
    endpoint.files.map((name) => [name, { type: 'string', format: 'binary' }]),
  );
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...fields, ...files } } } };
}

function toErrorResponses(endpoint: EndpointDefinition, refusals: DeclaredRefusals): Json {
  const byStatus = new Map<number, string[]>();
  for (const { code, status, text } of listRefusals(endpoint, refusals)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${text}`]);
  }
  const content = jsonContent({ $ref: '#/components/schemas/Error' });
  return Object.fromEntries(
    Array.from(byStatus, ([status, texts]) => [String(status), { description: texts.join('\n'), content }]),
  );
}

function toParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: parameter,
  }));
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
