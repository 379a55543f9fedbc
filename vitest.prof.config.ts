import base from './vitest.config.ts';
const c: any = structuredClone(base); c.test.projects[0].test.setupFiles=['tests/support/setup.ts',process.env.PROF]; c.test.projects=[c.test.projects[0]]; c.test.setupFiles=[];
export default c;
