/** True in `npm run test:deep`, which explores what `npm test` proves once (docs/testing.md). */
export const isDeep = process.env.TEST_DEEP === '1';
