import { z } from 'zod';
import { problem } from '#kernel/text.ts';

/** The link to a post, as the form of a proof checks it. */
export const PostUrl = z.url({ protocol: /^https?$/, ...problem('Enter the link to your post') }).max(500);
