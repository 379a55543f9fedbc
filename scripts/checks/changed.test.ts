import { expect, test } from 'vitest';
import { affectedTests } from './changed.ts';

const sources: Record<string, string> = {
  'src/proofs/server/rules.test.ts': "import { decide } from './rules.ts';",
  'src/kyc/server/kyc.test.ts': "import { testApp } from '#tests/support/app.ts';",
  'src/kernel/money.test.ts': "import { toDecimal } from './money.ts';",
  'src/payments/server/fees.test.ts': "import { feeOn } from '#kernel/money.ts';",
};

const affected = (...changed: string[]) =>
  affectedTests(changed, Object.keys(sources), (path) => sources[path] ?? '');

test.each([
  ['a test that changed', 'src/kyc/server/kyc.test.ts', ['src/kyc/server/kyc.test.ts']],
  ['tests in the folder of a change', 'src/proofs/server/store.ts', ['src/proofs/server/rules.test.ts']],
  [
    'tests that import a change',
    'src/kernel/money.ts',
    ['src/kernel/money.test.ts', 'src/payments/server/fees.test.ts'],
  ],
  ['tests that import changed test support', 'tests/support/app.ts', ['src/kyc/server/kyc.test.ts']],
  ['nothing for a document', 'README.md', []],
])('finds %s', (_, changed, tests) => {
  expect(affected(changed)).toEqual(tests);
});
