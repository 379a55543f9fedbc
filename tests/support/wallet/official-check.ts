import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fastify from 'fastify';

import type { AnyJson } from './simulator.ts';

/** The wallet's published interface files, which are beside the project, not in it. */
export const officialFolder = fileURLToPath(
  new URL('../../../../shared/data/paypal-openapi/', import.meta.url),
);

export const hasOfficialFiles = existsSync(officialFolder);

/** Returns the errors of a response by the official schema of its operation and status, as one text. */
export type Check = (
  file: string,
  path: string,
  method: string,
  answer: { status: number; json: AnyJson },
) => string;

/** Uses Fastify's own validator, with the file as a schema, to check a response as if it were a request. */
export async function officialCheck(): Promise<Check> {
  const files = [
    'checkout_orders_v2',
    'payments_payment_v2',
    'payments_payouts_batch_v1',
    'customer_disputes_v1',
  ];
  const documents = new Map(
    files.map((file) => [file, JSON.parse(readFileSync(`${officialFolder}${file}.json`, 'utf8'))]),
  );
  const app = fastify({
    ajv: {
      customOptions: {
        strict: false,
        unicodeRegExp: false,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        // The wallet's files name custom formats beside each pattern. The validator checks the patterns, and
        // only warns of the names.
        logger: false,
      },
    },
  });
  for (const [file, document] of documents) app.addSchema({ ...document, $id: `${file}.json` });
  let validate: ((pointer: string, json: unknown) => string) | undefined;
  app.get('/', (request) => {
    validate = (pointer, json) => {
      const compiled = request.compileValidationSchema({ $ref: pointer });
      if (compiled(json)) return '';
      return (compiled.errors ?? []).map((error) => `${error.instancePath} ${error.message}`).join('; ');
    };
    return {};
  });
  await app.inject('/');
  await app.close();

  return (file, path, method, { status, json }) => {
    const escaped = path
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')
      .replaceAll('{', '%7B')
      .replaceAll('}', '%7D');
    const known = documents.get(file).paths[path][method].responses[status];
    if (!known) return `${method} ${path} has no answer ${status}`;
    const pointer = `${file}.json#/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
    return validate?.(pointer, json) ?? 'no validator';
  };
}
