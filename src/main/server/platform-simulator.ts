import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

const Question = z.object({
  params: z.object({ platform: z.enum(['tiktok', 'twitter', 'youtube']) }),
  query: z.object({ url: z.url() }),
});

/** Its posts are by the account that the link shows. YouTube's links show none, and name a channel by its id. */
const authors = {
  tiktok: (path: string) => `https://www.tiktok.com/${path.split('/')[1]}`,
  twitter: (path: string) => `https://twitter.com/${path.split('/')[1]}`,
  youtube: () => 'https://www.youtube.com/channel/UCsimulated',
} as const;

/**
 * Answers in place of the platforms of posts, outside production (decision 65). A post whose id ends with 404 is gone,
 * and one whose id ends with 403 is private.
 */
export const platformSimulator: FastifyPluginAsync = async (http) => {
  http.get('/:platform/oembed', (request, reply) => {
    const parsed = Question.safeParse(request);
    if (!parsed.success) return reply.code(400).send({ message: 'Something went wrong' });
    const { params, query } = parsed.data;
    const url = new URL(query.url);
    const [, status] = /(404|403)$/.exec(url.searchParams.get('v') ?? url.pathname) ?? [];
    if (status !== undefined) return reply.code(Number(status)).send({ error: 'No such post' });
    const author = authors[params.platform](url.pathname);
    return reply.send({ version: '1.0', type: 'rich', author_url: author });
  });
};
