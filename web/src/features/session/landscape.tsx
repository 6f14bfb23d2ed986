const vanishing = { x: 400, y: 520 };
const ends = [
  -1500, -1050, -720, -460, -240, -50, 130, 300, 470, 650, 840, 1040, 1260, 1520, 1850, 2300,
];

/** Furrows run together towards the horizon, so that the field fills any shape of window. */
function Furrows() {
  return (
    <g stroke="var(--furrow)" strokeLinecap="round" fill="none">
      {ends.map((x) => (
        <path
          key={x}
          strokeWidth={5}
          d={`M${vanishing.x + (x - vanishing.x) * 0.085} ${vanishing.y} Q${
            vanishing.x + (x - vanishing.x) * 0.22
          } 600 ${x} 1020`}
        />
      ))}
    </g>
  );
}

function Barn() {
  return (
    <g>
      <path d="M520 498 V430 L536 402 L574 386 L612 402 L628 430 V498 Z" fill="var(--barn)" />
      <path
        d="M510 432 L530 397 L574 377 L618 397 L638 432"
        fill="none"
        stroke="var(--roof)"
        strokeWidth={9}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g fill="none" stroke="var(--sky-low)" strokeWidth={4}>
        <path d="M556 498 V454 H592 V498 M556 454 L592 498 M592 454 L556 498" />
        <rect x="566" y="412" width="16" height="18" />
      </g>
      <path d="M648 498 V418 a20 16 0 0 1 40 0 V498 Z" fill="var(--roof)" opacity={0.75} />
    </g>
  );
}

function Trees() {
  return (
    <g fill="var(--furrow)">
      {[90, 128, 160, 218].map((x, i) => (
        <g key={x}>
          <ellipse cx={x} cy={470 - (i % 2) * 8} rx={17} ry={27 + (i % 2) * 8} />
          <rect x={x - 2} y={488} width={4} height={18} />
        </g>
      ))}
    </g>
  );
}

/** A farm at the end of the day; at night in dark colours. */
export function Landscape() {
  return (
    <svg viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <linearGradient id="sky" x2="0" y2="1">
        <stop offset="0.05" stopColor="var(--sky)" />
        <stop offset="0.5" stopColor="var(--sky-low)" />
      </linearGradient>
      <rect width="800" height="1000" fill="url(#sky)" />
      <circle cx="290" cy="400" r="78" fill="var(--sun)" />
      <path d="M0 452 C140 400 260 420 380 452 S660 402 800 446 V600 H0 Z" fill="var(--hill-far)" />
      <path d="M0 490 C180 450 300 490 460 482 S700 462 800 486 V600 H0 Z" fill="var(--hill)" />
      <Trees />
      <Barn />
      <path d="M0 512 C220 486 580 486 800 512 V1000 H0 Z" fill="var(--soil)" />
      <Furrows />
    </svg>
  );
}
