import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { type Message, msg, problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { MessageSide, Thread } from './contract.ts';
import { endpoint } from './domain.ts';

export const reportProcess = defineProcess({
  states: ['open', 'dismissed', 'resolved'],
  initial: 'open',
  actors: ['admin'],
  transitions: {
    dismiss: { from: ['open'], to: 'dismissed', by: ['admin'], why: 'The conversation breaks no rule.' },
    resolve: {
      from: ['open'],
      to: 'resolved',
      by: ['admin'],
      why: 'The admin acted, such as by a suspension.',
    },
  },
});

export const ReportState = z.enum(['open', 'dismissed', 'resolved']);
export type ReportState = z.infer<typeof ReportState>;

export const reportReasons = ['harassment', 'off-platform', 'spam', 'other'] as const;
export const ReportReason = z.enum(reportReasons);
export type ReportReason = z.infer<typeof ReportReason>;

export const reportReasonNames: Readonly<Record<ReportReason, Message>> = {
  harassment: msg('Harassment or threats'),
  'off-platform': msg('Asks to work or pay outside Promenade'),
  spam: msg('Spam or a scam'),
  other: msg('Something else'),
};

const Person = z.object({ id: Id, name: z.string() });

export const MessageReport = z.object({
  id: Id,
  applicationId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  status: ReportState,
  reason: ReportReason,
  text: z.string(),
  side: MessageSide,
  reporter: Person,
  /** The marketer, or the owner of the business. */
  reported: Person,
  createdAt: IsoTime,
  owner: Person.nullable(),
  note: z.string().nullable(),
  decidedAt: IsoTime.nullable(),
  can: z.object({ take: z.boolean(), decide: z.boolean() }),
});
export type MessageReport = z.infer<typeof MessageReport>;

export const reportThread = endpoint({
  name: 'reportThread',
  method: 'POST',
  path: '/api/messages/{id}/reports',
  summary: 'Report a conversation to the admins. Reporting it again while the report is open changes nothing',
  who: ['marketer', 'advertiser'],
  whose: { object: 'application', by: ['marketer', 'advertiser', 'manager'] },
  params: IdParams,
  body: z
    .strictObject({ reason: ReportReason, text: z.string().trim().max(1000).default('') })
    .refine(({ reason, text }) => reason !== 'other' || text !== '', {
      path: ['text'],
      ...problem('Enter what is wrong'),
    }),
  response: Done,
  status: 201,
  limit: 'report',
  refusals: ['application/not-found', 'team/not-allowed', 'message/nothing-to-report'],
});

export const listMessageReports = endpoint({
  name: 'listMessageReports',
  method: 'GET',
  path: '/api/admin/message-reports',
  summary: 'Reports of conversations, newest first; the Link header has the next page',
  who: ['admin'],
  query: PageQuery.extend({ status: ReportState.optional() }),
  response: z.array(MessageReport),
});

export const takeMessageReport = endpoint({
  name: 'takeMessageReport',
  method: 'PUT',
  path: '/api/admin/message-reports/{id}/owner',
  summary: 'Become the admin who works on an open report, also instead of another one',
  who: ['admin'],
  whose: { object: 'messageReport', by: ['admin'] },
  params: IdParams,
  response: MessageReport,
  refusals: ['report/not-found', 'report/decided'],
});

export const decideMessageReport = endpoint({
  name: 'decideMessageReport',
  method: 'PUT',
  path: '/api/admin/message-reports/{id}',
  summary: 'Dismiss or resolve a report that I have taken. The same decision again changes nothing',
  who: ['admin'],
  whose: { object: 'messageReport', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    status: z.enum(['dismissed', 'resolved']),
    note: z.string().trim().min(3, problem('Please say why')).max(1000),
  }),
  response: MessageReport,
  refusals: ['report/not-found', 'report/decided', 'report/taken'],
});

export const viewThread = endpoint({
  name: 'viewThread',
  method: 'POST',
  path: '/api/admin/messages/{id}/view',
  summary:
    'Read a conversation while a report or dispute about it is open. Audited; both sides are told after the case',
  who: ['admin'],
  whose: { object: 'application', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    reason: z.string().trim().min(3, problem('Enter a reason of at least 3 characters')).max(500),
    before: z.number().int().min(1).optional(),
  }),
  response: Thread.pick({
    applicationId: true,
    campaignTitle: true,
    messages: true,
    hasEarlier: true,
  }).extend({
    marketerName: z.string(),
    businessName: z.string(),
  }),
  refusals: ['application/not-found', 'message/no-case'],
});
