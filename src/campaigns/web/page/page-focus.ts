/**
 * After a form navigates to another page, the focus is gone with its button. The keyboard starts here, and screen
 * readers read the page.
 */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
