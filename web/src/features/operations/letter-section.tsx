import type { DeadLetterView, OperationsView } from '@feusa/contracts/operations';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../shared/ui/states.js';
import { useUrlState } from '../../shared/use-url-state.js';
import { LetterList } from './letter-list.js';
import styles from './operations.module.css';
import type { Operations } from './use-operations.js';
import { texts } from './texts.js';

const LetterDialog = lazy(() => import('./letter-dialog.js'));
const RedriveDialog = lazy(() => import('./redrive-dialog.js'));
const DiscardDialog = lazy(() => import('./discard-dialog.js'));

type Question = { readonly kind: 'redrive' | 'discard'; readonly letter: DeadLetterView };

interface LetterSectionProps {
  readonly operations: Operations;
  readonly view: OperationsView;
}

/** What waits, and the dialogs about one of them; the open one has its own address. */
export function LetterSection({ operations, view }: LetterSectionProps) {
  const [open, setOpen] = useUrlState('letter', { push: true });
  const [question, setQuestion] = useState<Question>();
  const { deadLetters, waiting } = view;
  const [blocked, givenUp] = [
    deadLetters.filter(({ state }) => state !== 'discarded'),
    deadLetters.filter(({ state }) => state === 'discarded'),
  ];
  const ask = {
    onOpen: ({ id }: DeadLetterView) => setOpen(String(id)),
    onRedrive: (letter: DeadLetterView) => setQuestion({ kind: 'redrive', letter }),
    onDiscard: (letter: DeadLetterView) => setQuestion({ kind: 'discard', letter }),
  };
  const close = () => setQuestion(undefined);
  return (
    <section aria-labelledby="letters">
      <h2 id="letters">{texts.blockedChanges}</h2>
      <p className={styles.muted}>{texts.blockedIntro}</p>
      <p className={styles.count} role="status">
        {waiting > 0 && texts.itemBlocked(waiting)}
      </p>
      {waiting === 0 && (
        <EmptyState title={texts.nothingBlocked}>{texts.everyChangeHasBeenProcessed}</EmptyState>
      )}
      {blocked.length > 0 && <LetterList label={texts.blockedChanges} letters={blocked} {...ask} />}
      {givenUp.length > 0 && (
        <details className={styles.fold}>
          <summary>{texts.itemDiscarded(givenUp.length)}</summary>
          <LetterList label={texts.discardedOnes} letters={givenUp} {...ask} />
        </details>
      )}
      <Suspense>
        {open && !question && (
          <LetterDialog id={open} view={view} onClose={() => setOpen('')} {...ask} />
        )}
        {question?.kind === 'redrive' && (
          <RedriveDialog letter={question.letter} redrive={operations.redrive} onClose={close} />
        )}
        {question?.kind === 'discard' && (
          <DiscardDialog letter={question.letter} discard={operations.discard} onClose={close} />
        )}
      </Suspense>
    </section>
  );
}
