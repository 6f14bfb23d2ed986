import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { counted } from '../../../shared/format.js';
import { Banner } from '../../../shared/ui/banner.js';
import styles from '../event/event.module.css';
import type { EventDetails } from '../log-event.js';
import { proveEvent, type GivenProof, type ProofVerdict } from './proof-event.js';
import { lastSeen } from './use-witness.js';

/** Checks in this browser that the event is in the log, and says so plainly. */
export function EventProof({ details }: { readonly details: EventDetails }) {
  const { event, bytes, proof, key } = details;
  const [verdict, setVerdict] = useState<ProofVerdict>();
  const given = 'refused' in proof ? undefined : proof;
  useEffect(() => {
    setVerdict(undefined);
    if (!given) return;
    let isGone = false;
    const trusted = lastSeen()?.key ?? key;
    const told = (found: ProofVerdict) => void (isGone || setVerdict(found));
    proveEvent(event.position, bytes, given, trusted).then(told, () => told({ kind: 'unable' }));
    return () => void (isGone = true);
  }, [details]);
  if (!given) {
    const detail = 'detail' in proof ? proof.detail : '';
    return (
      <Line tone="danger" title="The server gives no proof of this event">
        {detail}.
      </Line>
    );
  }
  if (!verdict) return <p className={styles.checking}>Checking the proof…</p>;
  return <Verdict verdict={verdict} given={given} keyText={key} />;
}

interface VerdictProps {
  readonly verdict: ProofVerdict;
  readonly given: GivenProof;
  readonly keyText: string;
}

function Verdict({ verdict, given, keyText }: VerdictProps) {
  if (verdict.kind === 'wrong')
    return (
      <Line tone="danger" title="Not proved: this event may have been changed">
        {verdict.reason} Note the position and tell an auditor outside the company.
      </Line>
    );
  if (verdict.kind === 'unable')
    return (
      <Line tone="attention" title="This browser cannot check the proof here">
        The address is not secure (https). The server still can, with Verify the log.
      </Line>
    );
  const log = counted(verdict.size, 'event');
  return (
    <Line
      tone={verdict.signature === 'good' ? 'good' : 'attention'}
      title={
        verdict.signature === 'good'
          ? `Proved: part of the log of ${log} signed by ${verdict.origin}`
          : `Part of a log of ${log}; its signature was not checked`
      }
    >
      {verdict.signature === 'good'
        ? 'This browser has hashed the event’s exact bytes, followed the proof to the root and checked the signature itself.'
        : 'This browser has hashed the event itself, but has no Ed25519 to check signatures with.'}
      <details className={styles.more}>
        <summary>The proof: {counted(given.proof.length, 'hash', 'hashes')} to the root</summary>
        <dl className={styles.proof}>
          <dt>Leaf</dt>
          <dd>{given.leafHash}</dd>
          <dt>Beside the way up</dt>
          {given.proof.map((hash) => (
            <dd key={hash}>{hash}</dd>
          ))}
          <dt>Root</dt>
          <dd>{verdict.root}</dd>
          <dt>Signed checkpoint</dt>
          <dd className={styles.note}>{given.checkpoint}</dd>
          <dt>Key</dt>
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
  <Banner tone={tone} icon={icons[tone]} label="Proof" title={title}>
    <div className={styles.how}>{children}</div>
  </Banner>
);
