import type { Certificate } from '@feusa/contracts/certificate';

/** The certificate as a text that can be kept and read without the product. */
function certificateText(data: Certificate): string {
  const { id, at, by, position, complete, places, follows, namedBy, notReached } = data;
  const lines = [
    'Certificate of an erasure',
    '',
    `Person: ${id}`,
    `Erased: ${at}, by ${by}, as event ${position} of the log`,
    `Verdict: ${complete ? 'nothing is left in any of these places' : 'something is left'}`,
    '',
    'Looked at:',
    ...places.map(({ place, left, check }) => `- ${place}: ${left} left. ${check}`),
    '',
    'Follows from the destroyed key:',
    ...follows.map(({ place, check }) => `- ${place}: ${check}`),
  ];
  if (namedBy.length > 0) {
    const state = (changed: boolean) => (changed ? 'changed since' : 'not changed yet');
    lines.push('', 'Named them at that time:');
    lines.push(...namedBy.map(({ stream, changed }) => `- ${stream}: ${state(changed)}`));
  }
  return [...lines, '', 'Not reached:', ...notReached.map((each) => `- ${each}`), ''].join('\n');
}

export function saveCertificate(data: Certificate): void {
  const url = URL.createObjectURL(new Blob([certificateText(data)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `erasure-${data.id}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
