import type { MetaDescriptor } from 'react-router';
import { useParams } from 'react-router';
import { CampaignPage } from '#campaigns/web/page/campaign-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Campaign · Promenade' }];

export default function Campaign() {
  const { id = '' } = useParams();
  // The key resets forms and tabs when the user opens another campaign.
  return <CampaignPage id={id} key={id} />;
}
