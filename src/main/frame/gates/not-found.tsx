import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Notice } from '../notice.tsx';
import { PillLink } from '../pill-button.tsx';

export const handle: PageHandle = { visitors: true };
export const meta = pageMeta('404 Page Not Found');

export default function NotFound() {
  return (
    <Notice title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <PillLink href="/" tone="ember">
        Go to home page
      </PillLink>
    </Notice>
  );
}
