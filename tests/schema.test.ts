import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STORY_LIMIT_MS } from './support/patience.ts';
import { dumpSchema } from './support/databases/schema.ts';

test(
  'schema.sql is what the migrations create; `npm run schema` writes it',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const written = readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8');
    expect(await dumpSchema()).toBe(written);
  },
);
