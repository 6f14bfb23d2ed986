import type {
  PasskeyView,
  RecoveryCodes,
  SecondFactorsView,
} from '@feusa/contracts/second-factors';
import { useState } from 'react';
import { request } from '../../shared/api.js';
import { whenText } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/form-dialog.js';
import styles from './account.module.css';
import { texts } from './texts.js';

interface FactorListProps {
  readonly view: SecondFactorsView;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => Promise<unknown>;
}

/** What is asked about before it goes. */
interface Leaving {
  readonly path: string;
  readonly title: string;
  readonly removed: string;
  readonly stays: string;
}

const APP: Leaving = {
  path: '/api/me/totp',
  title: texts.removeAppTitle,
  removed: texts.appRemoved,
  stays: texts.appStays,
};

const passkeyLeaving = ({ id, name }: PasskeyView): Leaving => ({
  path: `/api/me/passkeys/${id}`,
  title: texts.removePasskeyTitle,
  removed: texts.passkeyRemoved(name),
  stays: texts.passkeyStays,
});

/** What somebody has, each with its way out. */
export function FactorList({ view, onCodes, onRemoved }: FactorListProps) {
  const { totp, passkeys, recoveryCodes, required } = view;
  const [leaving, setLeaving] = useState<Leaving>();
  const [failure, setFailure] = useState<unknown>();
  const isLast = passkeys.length + (totp === null ? 0 : 1) === 1;
  const means = isLast ? (required ? texts.removeRequired : texts.removeMeans) : texts.removeOne;
  const renew = async () => {
    setFailure(undefined);
    try {
      const made = await request<RecoveryCodes>('POST', '/api/me/recovery-codes');
      onCodes(made.recoveryCodes);
    } catch (error) {
      setFailure(error);
    }
  };
  const remove = async ({ path, removed }: Leaving) => {
    await request('DELETE', path);
    toast({ text: removed });
    await onRemoved();
  };
  return (
    <>
      {failure !== undefined && <Failure text={texts.noNewCodes} error={failure} />}
      <ul className={styles.list} aria-label={texts.secondFactor}>
        {totp !== null && (
          <Row
            name={texts.app}
            fact={texts.appSince(whenText(Date.parse(totp)))}
            onRemove={() => setLeaving(APP)}
          />
        )}
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            name={texts.passkeyNamed(passkey.name)}
            fact={factOf(passkey)}
            label={texts.removeNamed(passkey.name)}
            onRemove={() => setLeaving(passkeyLeaving(passkey))}
          />
        ))}
        <li className={styles.row}>
          <div>
            <p>{texts.recoveryCodes}</p>
            <p className={styles.muted}>{texts.codesLeft(recoveryCodes)}</p>
          </div>
          <Button small onClick={() => void renew()}>
            {texts.newCodes}
          </Button>
        </li>
      </ul>
      {leaving && (
        <ConfirmDialog
          title={leaving.title}
          text={<p>{means}</p>}
          failureText={leaving.stays}
          confirmLabel={texts.removeApp}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

function factOf({ createdAt, lastUsedAt }: PasskeyView): string {
  const [since, used] = [createdAt, lastUsedAt].map((time) => time && whenText(Date.parse(time)));
  return texts.passkeyFacts(since ?? '', used ?? undefined);
}

interface RowProps {
  readonly name: string;
  readonly fact: string;
  readonly label?: string;
  readonly onRemove: () => void;
}

const Row = ({ name, fact, label, onRemove }: RowProps) => (
  <li className={styles.row}>
    <div>
      <p className={styles.name}>{name}</p>
      <p className={styles.muted}>{fact}</p>
    </div>
    <Button small tone="danger" {...(label && { 'aria-label': label })} onClick={onRemove}>
      {texts.removeApp}
    </Button>
  </li>
);
