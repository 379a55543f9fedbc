import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rich } from './rich.ts';
import { RichLink } from './rich-link.tsx';

it('puts elements into a text', () => {
  const { container } = render(
    <p>
      {rich(
        '{name} read the <terms>terms of <b>{year}</b></terms>.',
        { terms: <RichLink href="/terms" />, b: <b /> },
        { name: 'Maya', year: 2026 },
      )}
    </p>,
  );
  expect(container.innerHTML).toBe('<p>Maya read the <a href="/terms">terms of <b>2026</b></a>.</p>');
});
