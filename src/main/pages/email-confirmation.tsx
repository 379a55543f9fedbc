import type { MetaDescriptor } from 'react-router';
import { EmailConfirmationPage } from '#auth/web/sign-in/email-confirmation-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';
import { StreetArtwork } from '../public/street-artwork.tsx';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Confirm your email · Promenade' }];

export default function EmailConfirmation() {
  return <EmailConfirmationPage artwork={<StreetArtwork />} />;
}
