import { expect, test } from 'vitest';
import { findUnprovedInvariants } from './invariants.ts';

const document = '| 1 | a |\n| 2 | b |\n| 3 | c |\n| 14 | d |\n## Not shown yet\n- 3 waits for e\n';

test('returns each invariant without a passed test, unless it is listed as waiting', () => {
  expect(findUnprovedInvariants(document, [])).toEqual([1, 2, 14]);
  expect(findUnprovedInvariants(document, ['proofs invariants 1 and 14: one'])).toEqual([2]);
  expect(findUnprovedInvariants(document, ['invariants 1, 2 and 14: all', 'invariant 4: other'])).toEqual([]);
});
