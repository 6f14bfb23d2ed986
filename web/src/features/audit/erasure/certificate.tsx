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
import { texts } from '../texts.js';

/** What is left of an erased person, place by place, as the server finds it now. */
export function Certificate({ stream }: { readonly stream: string }) {
  const { data, error, mutate } = useSWR<Answer>(`/api/audit/erasures/${stream}`);
  if (error !== undefined)
    return (
      <ErrorState
        title={texts.theCertificateDidNotLoad}
        error={error}
        onRetry={() => void mutate()}
      />
    );
  if (!data) return <Skeleton style={{ height: 280 }} />;
  return (
    <section className={styles.certificate} aria-label={texts.certificateOfTheErasure}>
      <Verdict {...data} />
      <p className={`${styles.ways} no-print`}>
        <Button small icon={Printer} onClick={() => print()}>
          {texts.print}
        </Button>
        <Button small icon={Download} onClick={() => saveCertificate(data)}>
          {texts.saveAsText}
        </Button>
      </p>
      <Part title={texts.lookedAtJustNow}>
        <ul className={styles.places}>
          {data.places.map(({ place, left, check }) => (
            <li key={place}>
              <Mark good={left === 0} />
              <span>{place}</span>
              <strong>{left === 0 ? texts.nothingLeft : texts.someLeft(left)}</strong>
              <code>{check}</code>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={texts.followsFromTheDestroyedKey}>
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
      <Part title={texts.notReached}>
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
  const title = complete ? texts.nothingIsLeft : texts.somethingLeftSee;
  return (
    <Banner tone={complete ? 'good' : 'danger'} title={title}>
      {texts.erasedOn}
      <time dateTime={at}>{exactTime(Date.parse(at))}</time>
      {texts.erasedBy(position)}
      <code>{id}</code>.
    </Banner>
  );
}

function Namers({ namedBy }: Pick<Answer, 'namedBy'>) {
  if (namedBy.length === 0) return null;
  return (
    <Part title={texts.namedThemAtThatTime}>
      <ul className={styles.named}>
        {namedBy.map(({ stream, called, removed, changed }) => (
          <li key={stream}>
            <Link href={`/log?stream=${stream}`}>
              {called || `${nounOf(stream)} ${idOf(stream)}`}
            </Link>
            <span>
              {changed ? texts.changedSince : removed ? texts.inTheTrash : texts.notChangedYet}
            </span>
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
    texts.certificateTitle,
    '',
    texts.certificatePerson(id),
    texts.certificateErased(at, by, position),
    texts.certificateVerdict(complete ? texts.verdictNothingLeft : texts.verdictSomethingLeft),
    '',
    texts.certificateLookedAt,
    ...places.map(({ place, left, check }) => texts.certificateLine(place, left, check)),
    '',
    texts.certificateFollows,
    ...follows.map(({ place, check }) => `- ${place}: ${check}`),
  ];
  if (namedBy.length > 0) {
    const state = (changed: boolean) => (changed ? texts.changedSince : texts.notChangedYet);
    lines.push('', texts.certificateNamed);
    lines.push(...namedBy.map(({ stream, changed }) => `- ${stream}: ${state(changed)}`));
  }
  return [
    ...lines,
    '',
    texts.certificateNotReached,
    ...notReached.map((each) => `- ${each}`),
    '',
  ].join('\n');
}

function saveCertificate(data: Answer): void {
  saveText(`erasure-${data.id}.txt`, certificateText(data));
}
