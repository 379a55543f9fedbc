/**
 * Moves the focus to the page content. After a form navigates to another page, its button and the focus are
 * gone. This gives the keyboard a place to start and makes screen readers read the page.
 */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
