import { campaignsDomain } from '#campaigns/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { proofsDomain } from '#proofs/domain.ts';
import { teamsDomain } from '#teams/domain.ts';

export const reportsDomain = defineDomain([platformDomain, teamsDomain, campaignsDomain, proofsDomain], {
  refusals: {
    'report/too-early': [409, msg('You can do this once the campaign is funded.')],
    'report/link-exists': [409, msg('This link already exists with other settings. Create another one.')],
    'report/link-not-found': [404, msg('We couldn’t find this link.')],
    'report/too-many-links': [
      409,
      msg('This report already has 20 active links. Revoke one before you create another.'),
    ],
    'report/link-over': [
      404,
      msg('This link has expired or was revoked. Ask the business that sent it for a new one.'),
    ],
  },
  objects: {
    reportLink: 'report/link-not-found',
  },
  limits: {
    'report-file': '20/10m',
    'report-link': '30/1h',
    'shared-report': '60/10m',
    'shared-report-file': '10/10m',
  },
});

export const { endpoint, refuse } = reportsDomain;
