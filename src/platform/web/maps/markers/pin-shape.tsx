/** The product's pin; its tip marks the point. Without a `label` it is hidden from screen readers. */
export function PinShape({ label }: { label?: string | undefined }) {
  return (
    <svg
      width="30"
      height="38"
      viewBox="0 0 30 38"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        d="M15 37C15 37 28 23.6 28 14.4 28 7 22.2 1.4 15 1.4S2 7 2 14.4C2 23.6 15 37 15 37Z"
        fill="var(--ember)"
        stroke="var(--panel)"
        strokeWidth="2"
      />
      <circle cx="15" cy="14.4" r="5" fill="var(--on-ember)" />
    </svg>
  );
}
