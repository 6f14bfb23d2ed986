import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Banner } from '../../../shared/ui/banner.js';
import styles from '../event/event.module.css';
import type { EventDetails } from '../log-event.js';
import { proveEvent, type GivenProof, type ProofVerdict } from './proof-event.js';
import { lastSeen, lookOnce } from './use-witness.js';
import { texts } from '../texts.js';

/** Checks in this browser that the event is in the log, and says so plainly. */
export function EventProof({ details }: { readonly details: EventDetails }) {
  const { event, bytes, proof, key } = details;
  const [verdict, setVerdict] = useState<ProofVerdict>();
  const given = 'refused' in proof ? undefined : proof;
  useEffect(() => {
    setVerdict(undefined);
    if (!given) return;
    let isGone = false;
    const settle = (found: ProofVerdict) => void (isGone || setVerdict(found));
    keyTrusted(key)
      .then((trusted) => proveEvent(event.position, bytes, given, trusted))
      .then(settle, () => settle({ kind: 'unable' }));
    return () => void (isGone = true);
  }, [details]);
  if (!given) {
    const detail = 'detail' in proof ? proof.detail : '';
    return (
      <Line tone="danger" title={texts.noProof}>
        {detail}.
      </Line>
    );
  }
  if (!verdict) return <p className={styles.checking}>{texts.checkingTheProof}</p>;
  return <Verdict verdict={verdict} given={given} keyText={key} />;
}

/** The key that was seen before; where it was turned meanwhile, the one that followed it. */
async function keyTrusted(key: string): Promise<string> {
  const seen = lastSeen();
  if (!seen || seen.key === key) return key;
  await lookOnce();
  return lastSeen()?.key ?? key;
}

interface VerdictProps {
  readonly verdict: ProofVerdict;
  readonly given: GivenProof;
  readonly keyText: string;
}

function Verdict({ verdict, given, keyText }: VerdictProps) {
  if (verdict.kind === 'wrong')
    return (
      <Line tone="danger" title={texts.notProved}>
        {texts.notProvedAdvice(verdict.reason)}
      </Line>
    );
  if (verdict.kind === 'unable')
    return (
      <Line tone="attention" title={texts.cannotCheckProof}>
        {texts.notSecure}
      </Line>
    );
  const log = texts.events(verdict.size);
  return (
    <Line
      tone={verdict.signature === 'good' ? 'good' : 'attention'}
      title={
        verdict.signature === 'good' ? texts.proved(log, verdict.origin) : texts.provedUnsigned(log)
      }
    >
      {verdict.signature === 'good' ? texts.provedHow : texts.hashedOnly}
      <details className={styles.more}>
        <summary>{texts.inclusionProof(given.proof.length)}</summary>
        <dl className={styles.proof}>
          <dt>{texts.leaf}</dt>
          <dd>{given.leafHash}</dd>
          <dt>{texts.auditPath}</dt>
          {given.proof.map((hash) => (
            <dd key={hash}>{hash}</dd>
          ))}
          <dt>{texts.root}</dt>
          <dd>{verdict.root}</dd>
          <dt>{texts.signedCheckpoint}</dt>
          <dd className={styles.note}>{given.checkpoint}</dd>
          <dt>{texts.key}</dt>
          <dd>{keyText}</dd>
        </dl>
      </details>
    </Line>
  );
}

const icons = { good: ShieldCheck, danger: ShieldAlert, attention: ShieldQuestion };

interface LineProps {
  readonly tone: keyof typeof icons;
  readonly title: string;
  readonly children: ReactNode;
}

const Line = ({ tone, title, children }: LineProps) => (
  <Banner tone={tone} icon={icons[tone]} label={texts.proof} title={title}>
    <div className={styles.how}>{children}</div>
  </Banner>
);
