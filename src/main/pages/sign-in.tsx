import type { MetaDescriptor } from 'react-router';
import { SignInPage } from '#auth/web/sign-in/sign-in-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';
import { StreetArtwork } from '../public/street-artwork.tsx';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Sign in · Promenade' }];

export default function SignIn() {
  return <SignInPage artwork={<StreetArtwork />} />;
}
