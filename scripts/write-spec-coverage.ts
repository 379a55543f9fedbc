// npm run spec: writes docs/spec-coverage.md, the requirements and the tests that show them.
import { writeFileSync } from 'node:fs';
import { formatSpecDocs } from '#tests/support/spec-docs.ts';

writeFileSync('docs/spec-coverage.md', formatSpecDocs());
