export const COMPONENT_STYLES = 'data-component-styles';

/** Also resolves if the styles failed to load. No screen may appear without them. */
export function loadComponentStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[${COMPONENT_STYLES}]`);
  if (!link || link.sheet || document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
    // The link can have failed before this script ran.
    window.addEventListener('load', () => resolve(), { once: true });
  });
}
