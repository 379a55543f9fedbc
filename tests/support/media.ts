/** Small real files for all tests; the uploads domain owns them. */
export { movie, pdf, photoWithPlace, picture, recording, scene } from '#uploads/server/sample-media.ts';
export { toFragments, toMovie, toWebm, videoFrames } from '#uploads/server/sample-videos.ts';
