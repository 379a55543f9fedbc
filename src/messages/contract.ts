import { z } from 'zod';
import { ApplicationState } from '#applications/contract.ts';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime, MINUTE } from '#kernel/time.ts';
import { Beat } from '#platform/stream-contract.ts';
import { endpoint } from './domain.ts';

export const MAX_TEXT_LENGTH = 4000;
export const MAX_FILES = 5;
const MAX_FILE_NAME_LENGTH = 200;
/** From the application's end on (decision 51.2). */
export const WRITE_AFTER_END_MS = 30 * DAY;
/** From the application's end on (decision 13.8). */
export const MESSAGES_KEPT_MONTHS = 24;
/** A side that has not read a message for this long gets one email about it. */
export const MAIL_AFTER_MS = 10 * MINUTE;

const PAGE_SIZE = 50;

/** All but 'text' are entries that the platform adds when something happens. */
export const MessageKind = z.enum([
  'text',
  'approved',
  'rejected',
  'withdrawn',
  'place-lost',
  'started',
  'proof-sent',
  'proof-asked-again',
  'proof-sent-again',
  'proof-approved',
  'proof-rejected',
  'disputed',
  'dispute-agreed',
  'dispute-upheld',
  'dispute-split',
  'dispute-rejected',
]);
export type MessageKind = z.infer<typeof MessageKind>;
export type SystemKind = Exclude<MessageKind, 'text'>;

export const MessageSide = z.enum(['marketer', 'advertiser']);
export type MessageSide = z.infer<typeof MessageSide>;

export const MessageFile = z.object({
  uploadId: Id,
  name: z.string(),
  contentType: z.string(),
  size: z.number().int(),
  /** In pixels; null unless the file is an image. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  url: z.string(),
});
export type MessageFile = z.infer<typeof MessageFile>;

export const Message = z.object({
  id: Id,
  /** From 1. */
  sequence: z.number().int(),
  kind: MessageKind,
  /** Null for the platform's entries. */
  side: MessageSide.nullable(),
  isOwn: z.boolean(),
  /** A marketer sees the business instead of the team member who wrote. Null for the platform's entries. */
  authorName: z.string().nullable(),
  text: z.string(),
  files: z.array(MessageFile),
  createdAt: IsoTime,
});
export type Message = z.infer<typeof Message>;

const ThreadHead = z.object({
  applicationId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  applicationStatus: ApplicationState,
  otherName: z.string(),
  otherImage: z.string().nullable(),
});

export const ThreadSummary = ThreadHead.extend({
  lastMessage: Message.pick({ kind: true, side: true, isOwn: true, text: true, createdAt: true }).extend({
    fileCount: z.number().int(),
  }),
  lastAt: IsoTime,
  unread: z.number().int(),
});
export type ThreadSummary = z.infer<typeof ThreadSummary>;

export const Thread = ThreadHead.extend({
  /** The last ones, or those before the `before` of the query, in order. */
  messages: z.array(Message),
  hasEarlier: z.boolean(),
  can: z.object({ write: z.boolean(), report: z.boolean() }),
  /** Null if the user can write. */
  readOnly: z.enum(['closed', 'viewer']).nullable(),
  isReported: z.boolean(),
});
export type Thread = z.infer<typeof Thread>;

const bothSides = {
  object: 'application',
  by: ['marketer', 'advertiser', 'manager', 'viewer'],
} as const;

export const listThreads = endpoint({
  name: 'listThreads',
  method: 'GET',
  path: '/api/messages',
  summary: 'My conversations with their unread messages, newest first; the Link header has the next page',
  who: ['marketer', 'advertiser'],
  query: PageQuery.extend({
    /** Part of the campaign’s title or of the other side’s name. */
    search: z.string().trim().max(100).optional(),
  }),
  response: z.array(ThreadSummary),
});

export const countUnreadMessages = endpoint({
  name: 'countUnreadMessages',
  method: 'GET',
  path: '/api/messages/unread',
  summary: 'The number of messages that I have not read',
  who: ['marketer', 'advertiser'],
  response: z.object({ unread: z.number().int() }),
  poll: true,
});

export const streamMessages = endpoint({
  name: 'streamMessages',
  method: 'GET',
  path: '/api/messages/stream',
  summary: 'Says which of my conversations have changed; their contents are read with the other calls',
  who: ['marketer', 'advertiser'],
  events: {
    /** Anything may have changed. Sent first, and again if the server may have missed a change. */
    reset: z.literal(0),
    changed: z.object({ applicationId: Id }),
    beat: Beat,
  },
  limit: 'message-stream',
  poll: true,
  refusals: ['request/too-many', 'server/busy'],
});

export const getThread = endpoint({
  name: 'getThread',
  method: 'GET',
  path: '/api/messages/{id}',
  summary: 'The conversation about an application: its last messages, or those before one of them',
  who: ['marketer', 'advertiser'],
  whose: bothSides,
  params: IdParams,
  query: z.object({
    before: z.coerce.number().int().min(1).optional(),
    limit: PageQuery.shape.limit.unwrap().default(PAGE_SIZE),
  }),
  response: Thread,
  refusals: ['application/not-found'],
  poll: true,
});

export const sendMessage = endpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/api/messages/{id}',
  summary: 'Send a message. Repeating it with the same id changes nothing',
  who: ['marketer', 'advertiser'],
  whose: { object: 'application', by: ['marketer', 'advertiser', 'manager'] },
  params: IdParams,
  body: z
    .strictObject({
      /** Made by the client, so that it can repeat the request safely. */
      id: Id,
      text: z
        .string()
        .trim()
        .max(MAX_TEXT_LENGTH, problem('Write at most {limit, number} characters', { limit: MAX_TEXT_LENGTH }))
        .default(''),
      files: z
        .array(z.strictObject({ uploadId: Id, name: z.string().trim().min(1).max(MAX_FILE_NAME_LENGTH) }))
        .max(MAX_FILES, problem('Add at most {limit} files', { limit: MAX_FILES }))
        .default([]),
    })
    .refine(({ text, files }) => text !== '' || files.length > 0, {
      path: ['text'],
      ...problem('Write a message or add a file'),
    }),
  response: Message,
  status: 201,
  limit: 'message',
  refusals: [
    'application/not-found',
    'team/not-allowed',
    'message/closed',
    'message/id-taken',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
});

export const markThreadRead = endpoint({
  name: 'markThreadRead',
  method: 'PUT',
  path: '/api/messages/{id}/read',
  summary: 'Mark a conversation as read up to one of its messages. Never moves back',
  who: ['marketer', 'advertiser'],
  whose: bothSides,
  params: IdParams,
  body: z.strictObject({ sequence: z.number().int().min(0).max(2_147_483_647) }),
  response: z.object({ unread: z.number().int() }),
  refusals: ['application/not-found'],
});
