import { Navigate } from 'react-router';
import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { isPassing: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Choose how to join · Promenade' }];

/** Redirects home: the frame shows the selection itself, so a user who gets here has chosen. */
export default function UserTypeSelectionPage() {
  return <Navigate to="/" replace />;
}
