/** What an engine's words come to, of those that its operator mends by settings. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID|does not match certificate/i, 'its certificate is for another name'],
  [/CERT_HAS_EXPIRED|certificate has expired/i, 'its certificate has expired'],
  [
    /self.signed|UNABLE_TO_(GET|VERIFY)|unable to (get|verify)|CERT_(UNTRUSTED|SIGNATURE)/i,
    'its certificate is of an authority that is not known',
  ],
  [
    /ALERT_(CERTIFICATE_REQUIRED|BAD_CERT|UNKNOWN_CA)|certificate required/i,
    'it wants another client certificate',
  ],
  [/EPROTO|wrong version number|packet length too long/i, 'it does not speak TLS'],
  [/does not support SSL/i, 'it does not speak TLS'],
  [/no encryption|SSL off/i, 'it insists on TLS'],
  [
    /WRONGPASS|NOAUTH|NOPERM|SASL|28P01|password authentication failed|\b40[13]\b|Unauthorized/i,
    'it does not take this name and password',
  ],
];

/**
 * What is wrong with how an engine is trusted or signed in to, in a few words without addresses; undefined
 * where it is something else.
 */
export function trustFault(fault: unknown): string | undefined {
  const text = wordsOf(fault, 4);
  return MEANINGS.find(([words]) => words.test(text))?.[1];
}

/** A fault's own words and those of its causes. */
function wordsOf(fault: unknown, depth: number): string {
  if (typeof fault === 'string') return fault;
  if (!(fault instanceof Error) || depth === 0) return '';
  const { code, statusCode } = fault as { readonly code?: unknown; readonly statusCode?: unknown };
  const causes = [fault.cause, (fault as { readonly originalError?: unknown }).originalError];
  const own = `${fault.name} ${String(code ?? '')} ${String(statusCode ?? '')} ${fault.message}`;
  return [own, ...causes.map((cause) => wordsOf(cause, depth - 1))].join(' ');
}
