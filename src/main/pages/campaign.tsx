import type { MetaDescriptor } from 'react-router';
import { useParams } from 'react-router';
import { CampaignPage } from '#campaigns/web/campaign-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Campaign · Promenade' }];

export default function Campaign() {
  const { id = '' } = useParams();
  // Another campaign is another page: nothing of the last one's form or tabs stays.
  return <CampaignPage id={id} key={id} />;
}
