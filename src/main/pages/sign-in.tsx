import { SignInPage } from '#auth/web/sign-in/sign-in-page.tsx';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Settling } from '#platform/web/ui/states/settling.tsx';
import { StreetArtwork } from '../public/landing/street-artwork.tsx';
import { appPages } from '../public-paths-contract.ts';

export const handle: PageHandle = { visitors: true };

export const meta = pageMeta(appPages['auth/signin'].title, appPages['auth/signin'].description);

export default function SignIn() {
  return (
    <Settling isOn>
      <SignInPage artwork={<StreetArtwork />} />
    </Settling>
  );
}
