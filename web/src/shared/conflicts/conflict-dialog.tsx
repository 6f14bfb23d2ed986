import { useState } from 'react';
import { counted } from '../format.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Checkbox } from '../ui/field.js';
import type { Choice, ConflictKind } from './ask.js';
import styles from './conflict.module.css';

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
  folder: 'A folder with this name already exists',
  file: 'A file with this name already exists',
  link: 'A link with this name already exists',
  employee: 'This employee already exists',
};

/** The one question about two things of one name. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { kind, name, existing, mine, where, more, canReplace, onAnswer, onCancel } = props;
  const [forAll, setForAll] = useState(false);
  const footer = (
    <>
      {more > 0 || canReplace ? (
        <Button onClick={() => onAnswer('skip', forAll)}>Skip</Button>
      ) : (
        <Button onClick={onCancel}>Cancel</Button>
      )}
      {canReplace && <Button onClick={() => onAnswer('replace', forAll)}>Replace</Button>}
      <Button tone="primary" autoFocus onClick={() => onAnswer('both', forAll)}>
        Keep both
      </Button>
    </>
  );
  return (
    <Dialog title={titles[kind]} onClose={onCancel} footer={footer}>
      <p>
        <strong>{name}</strong> is already in {where ?? placeOf(kind)}.
      </p>
      <dl className={styles.compare}>
        <Side title={`Existing ${kind}`} lines={existing ?? ['…']} />
        {mine.length > 0 && <Side title={`Your ${kind}`} lines={mine} />}
      </dl>
      <p className={styles.hint}>{outlook(props)}</p>
      {more > 0 && (
        <Checkbox checked={forAll} onChange={setForAll}>
          Do this for the other {counted(more, 'conflict')}
        </Checkbox>
      )}
    </Dialog>
  );
}

const placeOf = (kind: ConflictKind) => (kind === 'employee' ? 'the directory' : 'this folder');

function outlook({ suggestion, canReplace }: ConflictDialogProps): string {
  const both =
    suggestion === undefined
      ? 'Keep both leaves two of the same name.'
      : `Keep both names yours “${suggestion}”.`;
  return canReplace ? `${both} Replace moves the existing file to Trash.` : both;
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
