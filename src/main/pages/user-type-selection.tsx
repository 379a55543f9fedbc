import { Navigate } from 'react-router';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';

export const handle: PageHandle = { isPassing: true };

export const meta = pageMeta(msg('Choose how to join'));

/** Redirects home: the frame shows the selection itself, so a user who gets here has chosen. */
export default function UserTypeSelectionPage() {
  return <Navigate to="/" replace />;
}
