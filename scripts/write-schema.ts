// npm run schema: writes schema.sql, the schema after all migrations.
import { writeFileSync } from 'node:fs';
import { dumpSchema } from '#tests/support/schema.ts';

writeFileSync('schema.sql', await dumpSchema());
