/** A field between the furrows, with the sun coming up. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect
        x="5"
        y="5"
        width="22"
        height="22"
        rx="5"
        transform="rotate(45 16 16)"
        fill="var(--green-fill)"
      />
      <circle cx="16" cy="11" r="3.6" fill="var(--ochre-fill)" />
      <path
        d="M6.4 17.2c5.6-3 13.6-3 19.2 0M9.6 20.8c3.8-1.9 9-1.9 12.8 0M13 24.2c1.9-.8 4.1-.8 6 0"
        fill="none"
        stroke="var(--on-green)"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
    </svg>
  );
}
