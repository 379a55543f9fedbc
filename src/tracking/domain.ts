import { campaignsDomain } from '#campaigns/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { profilesDomain } from '#profiles/domain.ts';

export const trackingDomain = defineDomain([platformDomain, profilesDomain, campaignsDomain], {
  refusals: {
    'session/not-found': [404, msg('We couldn’t find this session.')],
    'session/not-approved': [403, msg('Only approved marketers can start tracking for this campaign.')],
    'session/outside-window': [
      409,
      msg('You can track from 30 minutes before the start until the campaign ends.'),
    ],
    'session/running-elsewhere': [409, msg('You’re tracking another campaign. Stop that session first.')],
    'session/other-device': [409, msg('Tracking runs on another device. Take over here to continue.')],
    'session/too-many': [
      409,
      msg(
        'You’ve reached the limit of 100 sessions for this campaign. Submit your proof: everything recorded so far counts.',
      ),
    ],
    'session/none-running': [409, msg('You have no running session for this campaign.')],
    'session/closed': [409, msg('This session has ended and accepts no more positions.')],
    'session/proof-sent': [409, msg('You’ve sent your proof, so this session accepts no more positions.')],
    'session/not-disputed': [
      403,
      msg('You can only view exact positions for an open dispute about this work. Include its ID.'),
    ],
  },
  objects: {
    session: 'session/not-found',
  },
  limits: {
    // A batch counts once (decision 22.3).
    location: { rate: '20/100s', perObject: true, perProcess: true },
    // Without a stream, a screen polls positions and sessions every 10 seconds, so 6 times in 30 seconds.
    // Times four, because the user may have the campaign open twice on a desktop, on a phone, and in a tab
    // that was just reloaded.
    live: { rate: '24/30s', perObject: true, perProcess: true },
    // The dashboard polls it every 10 seconds, and may be open as often as a campaign.
    'live-all': { rate: '12/30s', perProcess: true },
    // After a server restart, all tabs that an account may keep open reconnect at once.
    'live-stream': { rate: '20/1m', perObject: true, perProcess: true },
    // Separate from the polls. A screen loads it once, but each response aggregates the whole campaign.
    heat: { rate: '12/1m', perObject: true },
  },
});

export const { endpoint, refuse } = trackingDomain;
