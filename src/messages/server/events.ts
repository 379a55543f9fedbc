import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { MessageSide } from '../contract.ts';

const ThreadFact = z.object({ applicationId: Id, campaignId: Id, marketerId: Id, advertiserId: Id });

/** Announced once until the side has read it. */
export const messageUnread = defineEvent('message.unread', ThreadFact.extend({ side: MessageSide }));

const ReportFact = z.object({ reportId: Id, campaignId: Id });

export const threadReported = defineEvent('message.reported', ReportFact);
export const reportDecided = defineEvent(
  'message.report-decided',
  ReportFact.extend({ reporterId: Id, applicationId: Id, status: z.enum(['dismissed', 'resolved']) }),
);
/** An admin read the conversation, and the case that allowed it is closed. */
export const threadViewed = defineEvent('message.viewed', ThreadFact);
