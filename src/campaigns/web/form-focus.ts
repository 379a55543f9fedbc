/** The first marked field as one reads the page gets the focus; the place and the artwork are made of several controls. */
export function focusFirstMarked(errors: Readonly<Record<string, unknown>>): void {
  const parts = document.querySelectorAll<HTMLElement>('[data-path], [data-place-field], [data-part]');
  for (const part of parts) {
    const { path, part: group } = part.dataset;
    const isPlace = 'placeField' in part.dataset;
    const isMarked = isPlace ? errors['location'] || errors['locationDetails'] : errors[path ?? group ?? ''];
    if (!isMarked) continue;
    (path === undefined ? controlOf(part) : part).focus();
    return;
  }
}

/** Where there is a file that failed, what can be done about it; a file field's own input takes no focus, but its button does. */
function controlOf(part: HTMLElement): HTMLElement {
  const controls = [...part.querySelectorAll<HTMLElement>('input, button')].filter(
    (control) => control.tabIndex !== -1,
  );
  return controls.find((control) => control.closest('[data-state="failed"]')) ?? controls[0] ?? part;
}
