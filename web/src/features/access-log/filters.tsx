import { accessKinds, type AccessKind } from '@feusa/contracts/access-log';
import { X } from 'lucide-react';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/field.js';
import { PhoneFold } from '../../shared/ui/phone-fold.js';
import { KindField, TimeFields } from '../../shared/ui/log-fields.js';
import styles from './access-log.module.css';
import { texts } from './texts.js';
import type { AccessLogState } from './use-access-log.js';

/** What is said in the middle of an entry begins an option. */
const nameOf = (kind: AccessKind) =>
  texts.kinds[kind].replace(/^./, (first) => first.toUpperCase());

export function Filters({ filter, set, fileName }: AccessLogState) {
  return (
    <form
      role="search"
      aria-label={texts.filter}
      className={styles.search}
      onSubmit={(event) => event.preventDefault()}
    >
      <PhoneFold label={texts.filterFold}>
        <div className={styles.filters}>
          <TextField
            label={texts.person}
            type="search"
            placeholder={texts.eMail}
            value={filter.user}
            maxLength={200}
            onChange={(event) => set('user', event.target.value)}
          />
          <KindField
            label={texts.kind}
            value={filter.kind}
            all={texts.everything}
            kinds={accessKinds}
            nameOf={nameOf}
            onChange={(value) => set('kind', value)}
          />
          <TimeFields from={filter.from} to={filter.to} onChange={set} />
        </div>
      </PhoneFold>
      {filter.file && (
        <Button
          small
          icon={X}
          aria-label={texts.everyDocument(texts.onlyDocument(fileName))}
          onClick={() => set('file', '')}
        >
          {texts.onlyDocument(fileName)}
        </Button>
      )}
    </form>
  );
}
