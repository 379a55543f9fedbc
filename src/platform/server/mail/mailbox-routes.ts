import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { Mailbox } from './mailbox.ts';
import { mailboxPage } from './mailbox-page.ts';
import { mailboxStyle } from './mailbox-style.ts';

// A repeated `to` arrives as an array, which is treated as no address.
const MailboxQuery = z.object({ to: z.string().max(320).optional().catch(undefined) });

/** Every caller that can reach the server can read all mail here, so main only registers it outside production. */
export function mailboxRoutes({ mailbox }: { mailbox: Mailbox }): FastifyPluginAsync {
  return async (http) => {
    http.get('/dev/mailbox', async (request, reply) => {
      const search = MailboxQuery.parse(request.query).to?.trim() ?? '';
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return mailboxPage(mailbox.list({ search, limit: 100 }), search);
    });
    http.get('/dev/mailbox.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(mailboxStyle),
    );
    http.get('/dev/mailbox.json', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return mailbox.list({ to: MailboxQuery.parse(request.query).to });
    });
  };
}
