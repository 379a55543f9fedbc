import { EmailConfirmationPage } from '#auth/web/sign-in/email-confirmation-page.tsx';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { StreetArtwork } from '../public/landing/street-artwork.tsx';

export const handle: PageHandle = { visitors: true };

export const meta = pageMeta(msg('Confirm your email'));

export default function EmailConfirmation() {
  return <EmailConfirmationPage artwork={<StreetArtwork />} />;
}
