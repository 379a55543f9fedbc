import { expect, test } from 'vitest';
import { unprovedInvariants } from './invariants.ts';

const document = '| 1 | a |\n| 2 | b |\n| 3 | c |\n| 14 | d |\n## Not shown yet\n- 3 waits for e\n';

test('names each invariant that no passed test bears and that waits for nothing', () => {
  expect(unprovedInvariants(document, [])).toEqual([1, 2, 14]);
  expect(unprovedInvariants(document, ['proofs invariants 1 and 14: one'])).toEqual([2]);
  expect(unprovedInvariants(document, ['invariants 1, 2 and 14: all', 'invariant 4: other'])).toEqual([]);
});
