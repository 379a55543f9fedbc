import { OwnApplicationsPage } from '#applications/web/own/own-applications-page.tsx';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import RatingInvitation from '#ratings/web/rating-invitation.tsx';
import { useWork } from './marketer/work.ts';

export const handle: PageHandle = { roles: ['marketer'], appearsAtOnce: true };

export const meta = pageMeta('My applications');

export default function Applications() {
  return <OwnApplicationsPage work={useWork()} invitation={<RatingInvitation />} />;
}
