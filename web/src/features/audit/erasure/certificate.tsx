import type { Certificate as Answer } from '@feusa/contracts/certificate';
import { idOf, nounOf } from '@feusa/contracts/events';
import { CircleAlert, CircleCheck, Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { Link } from 'wouter';
import { exactTime } from '../../../shared/format.js';
import { Banner } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/states.js';
import styles from './certificate.module.css';
import { saveText } from '../../../shared/save-file.js';

/** What is left of an erased person, place by place, as the server finds it now. */
export function Certificate({ stream }: { readonly stream: string }) {
  const { data, error, mutate } = useSWR<Answer>(`/api/audit/erasures/${stream}`);
  if (error !== undefined)
    return (
      <ErrorState
        title="The certificate did not load"
        error={error}
        onRetry={() => void mutate()}
      />
    );
  if (!data) return <Skeleton style={{ height: 280 }} />;
  return (
    <section className={styles.certificate} aria-label="Certificate of the erasure">
      <Verdict {...data} />
      <p className={`${styles.ways} no-print`}>
        <Button small icon={Printer} onClick={() => print()}>
          Print
        </Button>
        <Button small icon={Download} onClick={() => saveCertificate(data)}>
          Save as text
        </Button>
      </p>
      <Part title="Looked at just now">
        <ul className={styles.places}>
          {data.places.map(({ place, left, check }) => (
            <li key={place}>
              <Mark good={left === 0} />
              <span>{place}</span>
              <strong>{left === 0 ? 'nothing left' : `${left} left`}</strong>
              <code>{check}</code>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Follows from the destroyed key">
        <dl className={styles.follows}>
          {data.follows.map(({ place, check }) => (
            <div key={place}>
              <dt>{place}</dt>
              <dd>{check}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Namers namedBy={data.namedBy} />
      <Part title="Not reached">
        <ul className={styles.notReached}>
          {data.notReached.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Part>
    </section>
  );
}

function Verdict({ complete, id, at, position }: Answer) {
  const title = complete
    ? 'Nothing is left in any of these places.'
    : 'Something is left: see the places below.';
  return (
    <Banner tone={complete ? 'good' : 'danger'} title={title}>
      Erased on <time dateTime={at}>{exactTime(Date.parse(at))}</time> by event {position}, of which
      the proof stands above. The person was <code>{id}</code>.
    </Banner>
  );
}

function Namers({ namedBy }: Pick<Answer, 'namedBy'>) {
  if (namedBy.length === 0) return null;
  return (
    <Part title="Named them at that time">
      <ul className={styles.named}>
        {namedBy.map(({ stream, called, removed, changed }) => (
          <li key={stream}>
            <Link href={`/log?stream=${stream}`}>
              {called || `${nounOf(stream)} ${idOf(stream)}`}
            </Link>
            <span>{changed ? 'changed since' : removed ? 'in the trash' : 'not changed yet'}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const Mark = ({ good }: { readonly good: boolean }) => {
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <Icon size={18} strokeWidth={1.5} aria-hidden className={good ? styles.ok : styles.open} />
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.part}>
    <h3>{title}</h3>
    {children}
  </section>
);

/** The certificate as a text that can be kept and read without the product. */
function certificateText(data: Answer): string {
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

function saveCertificate(data: Answer): void {
  saveText(`erasure-${data.id}.txt`, certificateText(data));
}
