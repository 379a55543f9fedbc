import { applicationsDomain } from '#applications/domain.ts';
import { disputesDomain } from '#disputes/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { teamsDomain } from '#teams/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const messagesDomain = defineDomain(
  [platformDomain, uploadsDomain, teamsDomain, applicationsDomain, disputesDomain],
  {
    refusals: {
      'message/closed': [
        409,
        msg('This conversation is closed because the work ended more than 30 days ago.'),
      ],
      'message/id-taken': [409, msg('This message couldn’t be sent. Please write it again.')],
      'message/nothing-to-report': [409, msg('There’s nothing to report in this conversation yet.')],
      'message/no-case': [
        409,
        msg('You can read this conversation only while a report or a dispute about it is open.'),
      ],
      'report/not-found': [404, msg('We couldn’t find this report.')],
      'report/decided': [409, msg('This report has already been closed.')],
      'report/taken': [409, msg('Another administrator works on this report.')],
    },
    objects: {
      messageReport: 'report/not-found',
    },
    limits: {
      message: '30/1m',
      report: '10/1h',
      // After a server restart, all tabs that an account may keep open reconnect at once.
      'message-stream': { rate: '20/1m', perProcess: true },
    },
  },
);

export const { endpoint, refuse } = messagesDomain;
