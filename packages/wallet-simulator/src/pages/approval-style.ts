/** As text, so that a bundled server includes it. */
export const approvalStyle = `
:root {
  --ground: #e9eef0;
  --band: #0f3d3e;
  --band-text: #eafaf4;
  --panel: #ffffff;
  --line: #cfdadd;
  --ink: #10262b;
  --soft: #4b6067;
  --edge: #7b8f95;
  --action: #0d6b5f;
  --action-hover: #0a574d;
  --action-text: #ffffff;
  --warn: #fff1cc;
  --warn-line: #d9a514;
  --warn-text: #4b3700;
  --bad: #8a2f1d;
  --shadow: 0 1px 2px rgb(16 38 43 / .08), 0 18px 40px -18px rgb(16 38 43 / .28);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c1517;
    --band: #0a2627;
    --band-text: #d6f3e9;
    --panel: #142023;
    --line: #2c3d42;
    --ink: #e8f1f1;
    --soft: #a3b6ba;
    --edge: #6d8388;
    --action: #4fd1b5;
    --action-hover: #74dfc8;
    --action-text: #06231e;
    --warn: #33290c;
    --warn-line: #a67f12;
    --warn-text: #ffe7a3;
    --bad: #ffb09f;
    --shadow: 0 18px 40px -18px rgb(0 0 0 / .7);
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  background: linear-gradient(var(--band) 0 13.5rem, var(--ground) 13.5rem);
  color: var(--ink);
  font: 400 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
header {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: .65rem;
  padding: 1.5rem 1rem 1.25rem;
  color: var(--band-text);
  font-size: 1.15rem;
  font-weight: 650;
  letter-spacing: -.01em;
}
.mark-back { fill: #4fd1b5; }
.mark-flap { fill: #b9f0e0; }
.mark-clasp { fill: #0f3d3e; }
main { width: 100%; max-width: 27.5rem; margin: 0 auto; padding: 0 1rem; flex: 1; }
.warning {
  margin: 0 0 .75rem;
  padding: .7rem 1rem;
  border: 1px solid var(--warn-line);
  border-radius: 14px;
  background: var(--warn);
  color: var(--warn-text);
  text-align: center;
  text-wrap: balance;
}
.ticket {
  position: relative;
  overflow: hidden;
  padding: 2rem 1.5rem 1.5rem;
  border-radius: 24px;
  background: var(--panel);
  box-shadow: var(--shadow);
  text-align: center;
}
.payee { margin: 0; color: var(--soft); }
.amount {
  margin: .15rem 0 0;
  font-size: clamp(2.6rem, 13vw, 3.6rem);
  font-weight: 700;
  line-height: 1.1;
  letter-spacing: -.035em;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
.title { margin: 0; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; }
.purpose { margin: .6rem auto 0; max-width: 34ch; text-wrap: pretty; overflow-wrap: anywhere; }
.note { margin: .9rem 0 0; color: var(--bad); font-weight: 600; }
hr {
  position: relative;
  height: 0;
  margin: 1.6rem -1.5rem 1.2rem;
  border: 0;
  border-top: 2px dashed var(--line);
  overflow: visible;
}
hr::before, hr::after {
  content: "";
  position: absolute;
  top: -12px;
  width: 22px;
  height: 22px;
  border-radius: 50%;
  background: var(--ground);
}
hr::before { left: -11px; }
hr::after { right: -11px; }
dl { margin: 0 0 1.5rem; text-align: left; }
dl div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .3rem 0; }
dt { color: var(--soft); white-space: nowrap; }
dd { margin: 0; min-width: 0; text-align: right; overflow-wrap: anywhere; }
.code { font: 500 .9rem/1.7 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: .65rem; }
.field { grid-column: 1 / -1; display: grid; gap: .35rem; text-align: left; font-weight: 600; }
.field input {
  min-height: 3rem;
  padding: .5rem 1rem;
  border: 1.5px solid var(--edge);
  border-radius: 14px;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 400;
}
.choice {
  grid-column: 1 / -1;
  display: flex;
  gap: .6rem;
  align-items: center;
  margin-bottom: .5rem;
  color: var(--soft);
  text-align: left;
}
.choice input { width: 1.15rem; height: 1.15rem; accent-color: var(--action); }
button, a.primary {
  min-height: 3.1rem;
  padding: .5rem 1.25rem;
  border: 1.5px solid transparent;
  border-radius: 999px;
  font: inherit;
  font-weight: 650;
  cursor: pointer;
}
button.primary, button.wide { grid-column: 1 / -1; }
.primary { background: var(--action); color: var(--action-text); }
.primary:hover { background: var(--action-hover); }
.secondary { border-color: var(--edge); background: transparent; color: var(--ink); }
.secondary:hover, .quiet:hover { border-color: var(--ink); }
.quiet { background: transparent; color: var(--soft); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 3px; }
.hint { margin: 1.1rem 0 0; color: var(--soft); font-size: .9rem; text-wrap: pretty; }
.seal {
  display: grid;
  place-items: center;
  width: 4rem;
  height: 4rem;
  margin: 0 auto 1rem;
  border: 2px solid var(--line);
  border-radius: 50%;
  color: var(--soft);
  font-size: 1.9rem;
  font-weight: 700;
}
.seal.good { border-color: var(--action); color: var(--action); }
.back { margin: 1.5rem 0 0; }
a.primary { display: inline-flex; align-items: center; text-decoration: none; }
footer { padding: 1.5rem 1rem 2rem; color: var(--soft); font-size: .875rem; text-align: center; text-wrap: balance; }
`;
