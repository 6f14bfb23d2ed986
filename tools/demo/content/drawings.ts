const GREEN = '#2c6a35';
const DARK = '#20291f';
const OCHRE = '#d4912a';
const SKY = '#dfe9ee';
const EARTH = '#8a6a45';

const drawing = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const background = (colour: string) => `<rect width="100%" height="100%" fill="${colour}"/>`;

const wheel = (x: number, y: number, radius: number) => {
  const lugs = Array.from({ length: 18 }, (_, at) => {
    const turn = `rotate(${at * 20} ${x} ${y})`;
    return `<rect x="${x - 6}" y="${y - radius - 5}" width="12" height="16" rx="2" fill="${DARK}" transform="${turn}"/>`;
  });
  return (
    `${lugs.join('')}<circle cx="${x}" cy="${y}" r="${radius}" fill="${DARK}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius * 0.58}" fill="${OCHRE}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius * 0.2}" fill="${DARK}"/>`
  );
};

export const tractorSide = drawing(
  1200,
  760,
  `${background('#f4f6f0')}<rect y="640" width="1200" height="120" fill="#c9b48f"/>
  <path d="M560 300h430q28 0 34 28l26 132q6 40-34 40H520z" fill="${GREEN}"/>
  <path d="M300 130h270q20 0 24 20l46 350H300q-20 0-20-20V150q0-20 20-20z" fill="${GREEN}"/>
  <path d="M320 165h118v190H320zM462 165h92l28 190H462z" fill="${SKY}"/>
  <path d="M860 300V190h26v110z" fill="${DARK}"/><path d="M880 350h120v18H880zm0 40h130v18H880zm0 40h140v18H880z" fill="#1d4a25"/>
  <path d="M240 470q20-150 180-160 120-4 170 120" fill="none" stroke="#1d4a25" stroke-width="34" stroke-linecap="round"/>
  ${wheel(390, 520, 150)}${wheel(950, 570, 98)}
  <path d="M250 560H150m0-30v60" stroke="${DARK}" stroke-width="16" stroke-linecap="round"/>
  <circle cx="1030" cy="380" r="16" fill="#fff3c4"/>`,
);

export const balerTwine = drawing(
  1000,
  700,
  `${background('#f4f6f0')}<circle cx="440" cy="340" r="230" fill="#e3c980" stroke="${EARTH}" stroke-width="10"/>
  ${[190, 150, 110, 70, 34].map((r) => `<circle cx="440" cy="340" r="${r}" fill="none" stroke="${EARTH}" stroke-width="4" stroke-dasharray="26 10"/>`).join('')}
  ${[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<circle cx="440" cy="70" r="34" fill="${GREEN}" transform="rotate(${turn} 440 340)"/>`).join('')}
  <rect x="780" y="420" width="150" height="180" rx="14" fill="${OCHRE}"/><ellipse cx="855" cy="420" rx="75" ry="22" fill="#b87a1c"/>
  <path d="M855 420C855 200 760 140 690 200S640 330 600 330" fill="none" stroke="#c0392b" stroke-width="8"/>
  <path d="M590 312l-34 18 34 18z" fill="#c0392b"/>`,
);

const ring = (x: number, outer: number, inner: number, colour: string) =>
  `<ellipse cx="${x}" cy="300" rx="${outer * 0.42}" ry="${outer}" fill="${colour}" stroke="${DARK}" stroke-width="5"/>` +
  `<ellipse cx="${x}" cy="300" rx="${inner * 0.42}" ry="${inner}" fill="#f4f6f0" stroke="${DARK}" stroke-width="5"/>`;

export const bearingExploded = drawing(
  1200,
  600,
  `${background('#f4f6f0')}<path d="M40 300h1120" stroke="#7c857a" stroke-width="4" stroke-dasharray="24 8 4 8"/>
  ${ring(150, 190, 90, GREEN)}${ring(340, 120, 74, '#9fb39a')}${ring(490, 150, 84, OCHRE)}${ring(650, 130, 70, '#c7ccc5')}${ring(800, 110, 60, OCHRE)}
  ${Array.from({ length: 10 }, (_, at) => {
    const turn = (at * Math.PI) / 5;
    return `<circle cx="${(650 + Math.cos(turn) * 42).toFixed(1)}" cy="${(300 + Math.sin(turn) * 100).toFixed(1)}" r="14" fill="#8f968d" stroke="${DARK}" stroke-width="3"/>`;
  }).join('')}
  <path d="M930 262h66v76h-66z" fill="#8f968d" stroke="${DARK}" stroke-width="5"/><path d="M1050 280h90v40h-90z" fill="#8f968d" stroke="${DARK}" stroke-width="5"/>`,
);

export const warningSign = drawing(
  900,
  800,
  `${background('#ffffff')}<path d="M450 60L850 740H50z" fill="#f5c518" stroke="${DARK}" stroke-width="34" stroke-linejoin="round"/>
  <circle cx="400" cy="520" r="110" fill="none" stroke="${DARK}" stroke-width="44" stroke-dasharray="58 28"/><circle cx="400" cy="520" r="86" fill="none" stroke="${DARK}" stroke-width="26"/>
  <path d="M640 360q-60 30-90 90l-60 20m60-20l-40 60m50-50l-10 70" fill="none" stroke="${DARK}" stroke-width="26" stroke-linecap="round"/>`,
);

const arrow = (path: string) =>
  `<path d="${path}" fill="none" stroke="${GREEN}" stroke-width="10" stroke-dasharray="26 14" marker-end="url(#tip)"/>`;

export const branchPlan = drawing(
  1200,
  800,
  `<defs><marker id="tip" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0l10 5-10 5z" fill="${GREEN}"/></marker></defs>
  ${background('#ffffff')}<path d="M60 60h1080v560H60z" fill="#f4f6f0" stroke="${DARK}" stroke-width="12"/>
  <path d="M420 60v360m0 100v100M780 60v200m0 100v260M420 340h-130m-110 0H60M780 300h360" fill="none" stroke="${DARK}" stroke-width="8"/>
  ${[120, 240].map((y) => `<rect x="480" y="${y}" width="220" height="60" fill="#c7ccc5"/>`).join('')}
  ${[110, 200, 290].map((x) => `<rect x="${x}" y="120" width="60" height="120" fill="#e3c980"/>`).join('')}
  <path d="M540 614h160M1134 420v120M66 440v110" stroke="${GREEN}" stroke-width="24"/>
  ${arrow('M230 260v210H100')}${arrow('M600 200v380')}${arrow('M960 180v300h140')}
  <circle cx="620" cy="715" r="44" fill="${GREEN}"/><path d="M600 705h40m-20-20v50" stroke="#fff" stroke-width="10"/>`,
);

export const baleField = drawing(
  1600,
  900,
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3d5a80"/><stop offset=".6" stop-color="#f2b880"/><stop offset="1" stop-color="#fbe3b5"/></linearGradient></defs>
  <rect width="1600" height="520" fill="url(#sky)"/><circle cx="1120" cy="470" r="90" fill="#fff1c9"/>
  <path d="M0 500q400-60 800-10t800-20v430H0z" fill="#b98f45"/><path d="M0 620q500-70 1600 10v270H0z" fill="#a67c36"/>
  ${[
    [240, 640, 70],
    [520, 590, 48],
    [900, 700, 96],
    [1330, 610, 56],
    [720, 560, 32],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        `<ellipse cx="${x + r * 0.6}" cy="${y + r}" rx="${r * 1.7}" ry="${r * 0.2}" fill="#6b4d1f" opacity=".5"/>` +
        `<rect x="${x}" y="${y - r}" width="${r * 1.3}" height="${r * 2}" fill="#c99f4e"/><circle cx="${x + r * 1.3}" cy="${y}" r="${r}" fill="#c99f4e"/>` +
        `<circle cx="${x}" cy="${y}" r="${r}" fill="#e3c07a"/><circle cx="${x}" cy="${y}" r="${r * 0.6}" fill="none" stroke="#b98f45" stroke-width="4"/><circle cx="${x}" cy="${y}" r="${r * 0.25}" fill="none" stroke="#b98f45" stroke-width="4"/>`,
    )
    .join('')}`,
);

export const territories = drawing(
  1200,
  800,
  `${background('#eef2ee')}<g stroke="#ffffff" stroke-width="8" stroke-linejoin="round">
  <path d="M120 90h320v190H120z" fill="#8fc78d"/><path d="M120 280h320v180H120z" fill="#5f9e63"/><path d="M120 460h380v170H150z" fill="${GREEN}"/>
  <path d="M440 90h250l60 120-20 110H440z" fill="#e3c07a"/><path d="M440 320h300l50 150H500l-60-10z" fill="${OCHRE}"/><path d="M500 470h300l30 180H500z" fill="#b87a1c"/>
  <path d="M690 90h240l120 170-80 170-180 40-60-260z" fill="#9db8c9"/><path d="M790 470l180-40 130 120-40 160H830z" fill="#5d87a1"/></g>
  ${[
    [380, 130],
    [300, 560],
    [640, 240],
    [560, 420],
    [860, 300],
    [700, 560],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="16" fill="#ffffff" stroke="${DARK}" stroke-width="7"/>`,
    )
    .join('')}`,
);

export const hydraulicCircuit = drawing(
  1200,
  800,
  `${background('#ffffff')}<g fill="none" stroke="${DARK}" stroke-width="6">
  <path d="M120 640v80h280v-80M210 660v-90M210 470V340h300v-60"/><circle cx="210" cy="520" r="50"/><path d="M210 470l-18 30h36z" fill="${DARK}"/>
  <path d="M430 200h320v80H430zM537 200v80M643 200v80M460 280v-80m-12 20l12-20 12 20M510 200v80m-12-20l12 20 12-20M560 220h60M560 260h60M670 280l50-80m0 80l-50-80"/>
  <path d="M670 200v-60h260v70M900 210h60v280h-60zM900 330h60M930 330v220"/><path d="M890 550h80" stroke-width="16"/>
  <path d="M670 280v60h150v300M760 640v80h120v-80"/><path d="M340 340v140m-30 0h60v70h-60zM340 550v90"/><path d="M210 585l-34 27 34 27 34-27z" fill="#ffffff" stroke="${OCHRE}"/></g>`,
);
