import { authDomain } from '#auth/domain.ts';
import { campaignsDomain } from '#campaigns/domain.ts';
import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { profilesDomain } from '#profiles/domain.ts';
import { teamsDomain } from '#teams/domain.ts';

export const applicationsDomain = defineDomain(
  [platformDomain, authDomain, profilesDomain, teamsDomain, campaignsDomain],
  {
    refusals: {
      'application/not-found': [404, msg('We couldn’t find this application.')],
      'application/exists': [409, msg('You’ve already applied to this campaign.')],
      'application/decided': [409, msg('This application has already been decided.')],
      'application/undo-over': [409, msg('It’s too late to undo this.')],
      'application/overlap': [409, msg('You’re already approved for another campaign at that time.')],
      'application/not-available': [
        409,
        msg('This marketer isn’t available right now. You can approve them once they are.'),
      ],
      'application/session-begun': [409, msg('You can’t withdraw after the work has started.')],
      'application/over': [409, msg('This campaign is over, so you can no longer withdraw.')],
      'application/paused': [
        403,
        msg('You can’t apply right now because you have three strikes within 30 days.'),
      ],
      'application/name-and-photo': [
        403,
        msg('To apply, your profile needs a first name, a last name, and a photo.'),
      ],
      'application/followers': [403, msg('Your follower count doesn’t match this campaign’s requirements.')],
      'application/places-left': [409, msg('There are places left. You can approve this applicant now.')],
      'application/nothing-to-confirm': [409, msg('There’s nothing to confirm for this campaign right now.')],
      'invitation/not-found': [404, msg('We couldn’t find this invitation.')],
      'invitation/exists': [409, msg('You’ve already invited this marketer to this campaign.')],
      'invitation/not-possible': [409, msg('This marketer can’t be invited to this campaign.')],
      'invitation/too-many': [
        409,
        msg('You can invite up to 20 marketers a day to a campaign, and 100 in all. Try again later.'),
      ],
      'invitation/answered': [409, msg('This invitation has already been answered or taken back.')],
      'search/not-found': [404, msg('We couldn’t find this saved search.')],
      'search/name-taken': [409, msg('You already have a saved search with this name. Choose another name.')],
      'search/too-many': [409, msg('You can save up to 20 searches. Delete one first.')],
      'application/never-approved': [
        409,
        msg('Calendar entries are only available for approved applications.'),
      ],
      'kit/none': [409, msg('There’s no kit for this place.')],
      'kit/own-clothes': [409, msg('Marketers wear their own clothes in this campaign.')],
      'kit/handed': [409, msg('Your kit was already handed out or sent.')],
      'kit/no-parcel': [409, msg('Nothing is shipped in this campaign, so no address is needed.')],
      'kit/address-over': [
        409,
        msg('The time to ship to this address has passed. Message the advertiser instead.'),
      ],
      'kit/received': [409, msg('The marketer has already received this kit.')],
      'strike/not-found': [404, msg('We couldn’t find this strike.')],
      'strike/appealed': [409, msg('You’ve already appealed this strike.')],
      'strike/appeal-too-late': [409, msg('The five days to appeal this strike have passed.')],
      'strike/not-appealed': [409, msg('This strike has no appeal.')],
      'strike/decided': [409, msg('This appeal has already been decided.')],
    },
    objects: {
      application: 'application/not-found',
      strike: 'strike/not-found',
      savedSearch: 'search/not-found',
      campaignInvitation: 'invitation/not-found',
    },
    limits: {
      apply: '20/1m',
      'campaign-invitation': '60/1h',
    },
  },
);

export const { endpoint, refuse } = applicationsDomain;
export type RefusalCode = RefusalCodeOf<typeof applicationsDomain>;
