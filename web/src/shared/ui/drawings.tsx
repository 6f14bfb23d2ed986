import type { ReactNode, SVGProps } from 'react';

const line = {
  fill: 'none',
  stroke: 'var(--green)',
  strokeWidth: 2,
  strokeLinecap: 'round',
} satisfies SVGProps<SVGPathElement>;

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 260 130" aria-hidden data-drawing>
      {children}
    </svg>
  );
}

const furrows = ['M96 104 L40 128', 'M112 104 L92 128', 'M130 104 L130 128', 'M148 104 L168 128'];

function Ground() {
  return (
    <>
      <path d="M0 104 C60 92 190 92 260 104 V130 H0 Z" fill="var(--green-tint)" />
      {[...furrows, 'M164 104 L220 128'].map((d) => (
        <path key={d} d={d} {...line} opacity={0.5} />
      ))}
      <path d="M0 104 C60 92 190 92 260 104" {...line} />
    </>
  );
}

/** An open field at sunrise: nothing here yet. */
export function FieldDrawing() {
  return (
    <Frame>
      <circle cx="130" cy="82" r="26" fill="var(--ochre-fill)" />
      <Ground />
      <path d="M66 96 v-14 m0 4 l-6 -6 m6 6 l6 -6" {...line} />
      <path d="M194 96 v-14 m0 4 l-6 -6 m6 6 l6 -6" {...line} />
    </Frame>
  );
}

/** A barn in the rain: something failed. */
export function BarnDrawing() {
  return (
    <Frame>
      <Ground />
      <path d="M96 98 V62 L106 44 L130 34 L154 44 L164 62 V98 Z" fill="var(--surface)" />
      <path d="M96 98 V62 L106 44 L130 34 L154 44 L164 62 V98" {...line} />
      <path d="M90 64 L103 41 L130 29 L157 41 L170 64" {...line} strokeWidth={3} />
      <path d="M116 98 V72 H144 V98 M116 72 L144 98 M144 72 L116 98" {...line} />
      {[36, 58, 196, 220].map((x, i) => (
        <path key={x} d={`M${x} ${40 + (i % 2) * 14} l-4 12`} {...line} stroke="var(--ochre)" />
      ))}
    </Frame>
  );
}

/** A gate across the way: not allowed, or gone. */
export function GateDrawing() {
  return (
    <Frame>
      <Ground />
      <path d="M70 102 V58 M190 102 V58" {...line} strokeWidth={4} />
      <path d="M70 66 H190 M70 80 H190 M70 94 H190 M70 94 L190 66" {...line} />
      <circle cx="214" cy="40" r="12" fill="var(--ochre-fill)" />
    </Frame>
  );
}
