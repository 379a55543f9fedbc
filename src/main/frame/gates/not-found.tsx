import { Notice } from '../notice.tsx';
import { PillLink } from '../pill-button.tsx';

export function NotFound() {
  return (
    <Notice title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <PillLink href="/" tone="ember">
        Go to home page
      </PillLink>
    </Notice>
  );
}
