import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from './not-found.tsx';
import { Notice } from './notice.tsx';
import { PillButton, PillLink } from './pill.tsx';

/** What a bug in a page looks like to the person in front of it: what happened, and two ways on. */
export function BrokenPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <Notice
      title="This page has stopped working"
      text="The fault is ours and nothing of yours is lost. Loading the page again usually helps; if it does not, please go back to the start."
    >
      <PillButton onClick={() => window.location.reload()}>Load the page again</PillButton>
      <PillLink href="/">Go to the start</PillLink>
    </Notice>
  );
}
