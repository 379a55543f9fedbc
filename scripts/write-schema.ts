// npm run schema: writes schema.sql, the schema after all migrations.
import { writeFileSync } from 'node:fs';
import { dumpSchema } from '#tests/support/databases/schema.ts';

writeFileSync('schema.sql', await dumpSchema());
