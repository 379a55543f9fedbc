import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame } from './auth-frame.tsx';
import { CodeConfirmation } from './code-confirmation.tsx';
import { type Leave, assignLocation } from '../browser-navigation.ts';
import { LinkConfirmation } from './link-confirmation.tsx';

interface EmailConfirmationPageProps {
  artwork?: ReactNode;
  leave?: Leave;
}

export function EmailConfirmationPage({ artwork, leave = assignLocation }: EmailConfirmationPageProps) {
  const [search] = useSearchParams();
  const token = search.get('token');
  const email = search.get('email') || null;
  return (
    <AuthFrame artwork={artwork} showsWhenSignedIn={token !== null}>
      {token === null ? (
        <CodeConfirmation email={email} leave={leave} />
      ) : (
        <LinkConfirmation token={token} leave={leave} />
      )}
    </AuthFrame>
  );
}
