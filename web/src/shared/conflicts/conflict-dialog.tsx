import { useState } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Checkbox } from '../ui/field.js';
import type { Choice, ConflictKind } from './ask.js';
import styles from './conflict.module.css';
import { texts } from './texts.js';

interface ConflictDialogProps {
  readonly kind: ConflictKind;
  readonly name: string;
  /** What each of the two is known by; undefined while that is not known yet. */
  readonly existing: readonly string[] | undefined;
  readonly mine: readonly string[];
  readonly suggestion?: string | undefined;
  readonly where?: string | undefined;
  readonly canReplace: boolean;
  /** How many more wait for an answer. */
  readonly more: number;
  readonly onAnswer: (choice: Choice, forAll: boolean) => void;
  /** Nothing is done about what still waits for an answer. */
  readonly onCancel: () => void;
}

const titles: Readonly<Record<ConflictKind, string>> = {
  folder: texts.aFolderWithThisName,
  file: texts.aFileWithThisName,
  link: texts.aLinkWithThisName,
  employee: texts.thisEmployeeAlreadyExists,
};

/** The one question about two things of one name. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { kind, name, existing, mine, where, more, canReplace, onAnswer, onCancel } = props;
  const [forAll, setForAll] = useState(false);
  const footer = (
    <>
      {more > 0 || canReplace ? (
        <Button onClick={() => onAnswer('skip', forAll)}>{texts.skip}</Button>
      ) : (
        <Button onClick={onCancel}>{texts.cancel}</Button>
      )}
      {canReplace && <Button onClick={() => onAnswer('replace', forAll)}>{texts.replace}</Button>}
      <Button tone="primary" autoFocus onClick={() => onAnswer('both', forAll)}>
        {texts.keepBoth}
      </Button>
    </>
  );
  return (
    <Dialog title={titles[kind]} onClose={onCancel} footer={footer}>
      <p>
        <strong>{name}</strong>
        {texts.isAlreadyIn}
        {where ?? placeOf(kind)}.
      </p>
      <dl className={styles.compare}>
        <Side title={texts.existing(kind)} lines={existing ?? ['…']} />
        {mine.length > 0 && <Side title={texts.your(kind)} lines={mine} />}
      </dl>
      <p className={styles.hint}>{outlook(props)}</p>
      {more > 0 && (
        <Checkbox checked={forAll} onChange={setForAll}>
          {texts.doThisForTheOther(more)}
        </Checkbox>
      )}
    </Dialog>
  );
}

const placeOf = (kind: ConflictKind) =>
  kind === 'employee' ? texts.theDirectory : texts.thisFolder;

function outlook({ suggestion, canReplace }: ConflictDialogProps): string {
  const both =
    suggestion === undefined ? texts.bothKeepTheirName : texts.yoursIsRenamed(suggestion);
  return canReplace ? texts.existingGoesToTrash(both) : both;
}

interface SideProps {
  readonly title: string;
  readonly lines: readonly string[];
}

function Side({ title, lines }: SideProps) {
  return (
    <div>
      <dt>{title}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </div>
  );
}
