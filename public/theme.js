/**
 * The theme of pages without the app. Runs before the page is drawn, so that the wrong theme never appears. The app
 * reads and writes the same choice.
 */
(() => {
  const KEY = 'mantine-color-scheme-value';
  const root = document.documentElement;

  const read = () => {
    try {
      return localStorage.getItem(KEY) ?? 'auto';
    } catch {
      // Storage is forbidden, so the choice lasts until the page is left.
      return 'auto';
    }
  };
  const show = (choice) => {
    if (choice === 'light' || choice === 'dark') root.setAttribute('data-mantine-color-scheme', choice);
    else root.removeAttribute('data-mantine-color-scheme');
    for (const input of document.querySelectorAll('input[data-theme-choice]'))
      input.checked = input.value === choice;
  };

  root.setAttribute('data-has-theme-switch', '');
  show(read());
  document.addEventListener('DOMContentLoaded', () => show(read()));
  // Also when the page comes back from the browser's memory, or another tab chooses.
  window.addEventListener('pageshow', () => show(read()));
  window.addEventListener('storage', () => show(read()));
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.hasAttribute('data-theme-choice')) return;
    show(target.value);
    try {
      localStorage.setItem(KEY, target.value);
    } catch {
      // See above.
    }
  });
})();
