import type { MetaDescriptor } from 'react-router';
import { useParams } from 'react-router';
import { CampaignPaymentPage } from '#campaigns/web/payment/campaign-payment-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Fund your campaign · Promenade' }];

export default function CampaignPayment() {
  const { id = '' } = useParams();
  // The key resets the payment's state when the user opens another campaign.
  return <CampaignPaymentPage id={id} key={id} />;
}
