import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Returns the source of src/api.ts: the types of these calls, and the version that they describe. */
export async function formatApiTypes(description: OpenAPI3): Promise<string> {
  const types = astToString(await openapiTS(description));
  return `// tests/api-client.test.ts writes this file.\n\nexport const API_VERSION = '${description.info.version}';\n\n${types}`;
}
