import { SignInPage } from '#auth/web/sign-in/sign-in-page.tsx';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Settling } from '#platform/web/ui/states/settling.tsx';
import { StreetArtwork } from '../public/landing/street-artwork.tsx';

export const handle: PageHandle = { visitors: true };

export const meta = pageMeta(msg('Sign in'));

export default function SignIn() {
  return (
    <Settling isOn>
      <SignInPage artwork={<StreetArtwork />} />
    </Settling>
  );
}
