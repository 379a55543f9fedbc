/**
 * After a form has led on to another page its button is gone, and with it the place of the keyboard: it begins anew with what
 * the page holds, and a screen reader reads that.
 */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
