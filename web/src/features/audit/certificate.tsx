import type { Certificate as Answer } from '@feusa/contracts/certificate';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { Banner } from '../../shared/ui/banner.js';
import { ErrorState } from '../../shared/ui/states.js';
import styles from './event.module.css';

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
  if (!data) return <p role="status">Looking at every place …</p>;
  return (
    <section aria-label="Certificate of the erasure">
      <Banner tone={data.complete ? 'info' : 'danger'}>
        <p>
          {data.complete
            ? 'Nothing is left in any of these places.'
            : 'Something is left: see the places below.'}
        </p>
      </Banner>
      <dl className={styles.facts}>
        {data.places.map(({ place, left, check }) => (
          <Place key={place} place={`${place}: ${left === 0 ? 'nothing left' : `${left} left`}`}>
            <code>{check}</code>
          </Place>
        ))}
        {data.follows.map(({ place, check }) => (
          <Place key={place} place={place}>
            {check}
          </Place>
        ))}
        <Place place="Not reached">{data.notReached.join('. ')}.</Place>
      </dl>
    </section>
  );
}

const Place = ({ place, children }: { readonly place: string; readonly children: ReactNode }) => (
  <div>
    <dt>{place}</dt>
    <dd>{children}</dd>
  </div>
);
