/** Small real files for the tests of every domain; uploads keeps them. */
export { movie, pdf, photoWithPlace, picture } from '../../src/uploads/server/sample-media.ts';
