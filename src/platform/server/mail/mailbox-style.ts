/** A string instead of a CSS file, so that the bundled server needs no path to it. */
export const mailboxStyle = `
:root {
  --paper: #fbf9f4; --panel: #fff; --line: #e0d8c8; --ink: #17150f; --secondary: #5b5446; --ember: #b8320b; --on-ember: #fff;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #131210; --panel: #1b1916; --line: #3a352d; --ink: #f5f1e8; --secondary: #bcb4a4; --ember: #ff8f6b; --on-ember: #17150f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -0.02em; line-height: 1.15; }
h2 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
.hint, .meta, .count, .label { color: var(--secondary); }
.hint { margin: 0.25rem 0 1.5rem; }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
.row { display: flex; gap: 0.5rem; }
input { flex: 1; min-width: 0; }
input, button { min-height: 2.75rem; padding: 0 1rem; border-radius: 12px; border: 1px solid var(--line); font: inherit; }
input { background: var(--panel); color: var(--ink); }
button { border-color: transparent; border-radius: 999px; background: var(--ember); color: var(--on-ember); font-weight: 600; cursor: pointer; }
a { color: var(--ember); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 2px; }
article { margin-top: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 18px; background: var(--panel); }
.meta { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.25rem 0 0.75rem; font-size: 0.875rem; overflow-wrap: anywhere; }
.code { margin: 0 0 0.75rem; }
.code code { display: block; font: 700 2.25rem/1.3 ui-monospace, monospace; letter-spacing: 0.12em; user-select: all; }
.links { margin: 0 0 0.75rem; padding: 0; list-style: none; }
.links a { display: inline-block; padding: 0.375rem 0; }
pre { margin: 0; padding-top: 0.75rem; border-top: 1px solid var(--line); font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin-top: 0.75rem; }
summary { min-height: 2.75rem; color: var(--secondary); line-height: 2.75rem; cursor: pointer; }
iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); }
`;
