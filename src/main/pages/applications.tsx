import { OwnApplicationsPage } from '#applications/web/own/own-applications-page.tsx';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import RatingInvitation from '#ratings/web/rating-invitation.tsx';
import { useWork } from './marketer/work.ts';

export const handle: PageHandle = { roles: ['marketer'], appearsAtOnce: true };

export const meta = pageMeta(msg('My applications'));

export default function Applications() {
  return <OwnApplicationsPage work={useWork()} invitation={<RatingInvitation />} />;
}
