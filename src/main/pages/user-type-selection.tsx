import { Navigate } from 'react-router';
import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { isPassing: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Choose how to join · Promenade' }];

/** The frame shows the selection to everybody without a type; whoever gets as far as this page has chosen. */
export default function UserTypeSelectionPage() {
  return <Navigate to="/" replace />;
}
