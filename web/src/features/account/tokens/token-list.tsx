import type { TokenView } from '@feusa/contracts/tokens';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import useSWR from 'swr';
import { request } from '../../../shared/api.js';
import { draftOf } from '../../../shared/drafts.js';
import { dayOf, whenText } from '../../../shared/format.js';
import { toast } from '../../../shared/toast-store.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/form-dialog.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { LoadingState } from '../../../shared/ui/states.js';
import styles from '../account.module.css';
import { texts } from './texts.js';
import { TOKENS } from './tokens.js';

const NewToken = lazy(() => import('./new-token.js'));

/** What programs sign in with as this person. */
export function TokenList() {
  const { data, error, mutate } = useSWR<{ readonly tokens: readonly TokenView[] }>(TOKENS);
  const [isAdding, setAdding] = useState(() => draftOf('token:new') !== undefined);
  const [ending, setEnding] = useState<TokenView>();
  const end = async ({ id, name }: TokenView) => {
    await request('DELETE', `${TOKENS}/${id}`);
    toast({ text: texts.ended(name) });
    await mutate();
  };
  return (
    <section className={styles.section}>
      <h2>{texts.title}</h2>
      <p className={styles.muted}>{texts.note}</p>
      {data ? (
        <Rows tokens={data.tokens} onEnd={setEnding} />
      ) : (
        <LoadingState title={texts.didNotLoad} error={error} onRetry={() => void mutate()}>
          <LoadingBlock label={texts.loading} style={{ height: 60, margin: '10px 0' }} />
        </LoadingState>
      )}
      <Button icon={KeyRound} onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      <Suspense>
        {isAdding && <NewToken onCreated={() => void mutate()} onClose={() => setAdding(false)} />}
        {ending && (
          <ConfirmDialog
            title={texts.endTitle}
            text={texts.endAsk(ending.name)}
            failureText={texts.notEnded}
            confirmLabel={texts.end}
            onConfirm={() => end(ending)}
            onClose={() => setEnding(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}

interface RowsProps {
  readonly tokens: readonly TokenView[];
  readonly onEnd: (token: TokenView) => void;
}

function Rows({ tokens, onEnd }: RowsProps) {
  if (tokens.length === 0) return <p className={styles.empty}>{texts.none}</p>;
  return (
    <ul className={styles.list} aria-label={texts.title}>
      {tokens.map((token) => (
        <li key={token.id} className={styles.row}>
          <div>
            <p>{token.name}</p>
            <p className={styles.muted}>{factsOf(token)}</p>
          </div>
          <Button small aria-label={texts.endNamed(token.name)} onClick={() => onEnd(token)}>
            {texts.end}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ scope, expiresAt, lastUsedAt }: TokenView): string {
  const end = Date.parse(expiresAt);
  const until = (end > Date.now() ? texts.until : texts.expired)(dayOf(end));
  const used =
    lastUsedAt === null ? texts.neverUsed : texts.lastUsed(whenText(Date.parse(lastUsedAt)));
  return texts.facts(texts.scopes[scope], until, used);
}
