/** In page order. The location and each artwork field consist of several controls. */
export function focusFirstError(errors: Readonly<Record<string, unknown>>): void {
  const parts = document.querySelectorAll<HTMLElement>('[data-path], [data-place-field], [data-part]');
  for (const part of parts) {
    const { path, part: group } = part.dataset;
    const isPlace = 'placeField' in part.dataset;
    const isMarked = isPlace
      ? ['location', 'locationDetails', 'locationDetails.corners'].some((name) => errors[name])
      : errors[path ?? group ?? ''];
    if (!isMarked) continue;
    (path === undefined ? findControl(part) : part).focus();
    return;
  }
}

/** Prefers one of the failed file. A file field's input cannot take the focus, but its button can. */
function findControl(part: HTMLElement): HTMLElement {
  const controls = [...part.querySelectorAll<HTMLElement>('input, button')].filter(
    (control) => control.tabIndex !== -1,
  );
  return controls.find((control) => control.closest('[data-state="failed"]')) ?? controls[0] ?? part;
}
