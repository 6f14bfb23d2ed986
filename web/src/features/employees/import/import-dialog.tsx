import type { ImportPlan, ImportResult } from '@feusa/contracts/imports';
import { useState } from 'react';
import { request, requirePresent, wrote } from '../../../shared/api.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { noteDone } from '../../../shared/undo/done-stack.js';
import { Failure } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { texts } from '../texts.js';
import { FileChoice } from './file-choice.js';
import { PlanTable } from './plan-table.js';
import { ResultNote } from './result-note.js';

interface State {
  readonly name?: string;
  readonly plan?: ImportPlan;
  readonly result?: ImportResult;
  readonly pending?: boolean;
  readonly error?: unknown;
}

const PLANS = '/api/imports/employees';
const say = texts.import;

/** People from a CSV file: first what would come of each row, then just that. */
export default function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [state, setState] = useState<State>({});
  const { name, plan, result, pending = false, error } = state;

  const choose = async (file: File) => {
    setState({ name: file.name, pending: true });
    try {
      const body = new Blob([file], { type: 'text/csv' });
      setState({ name: file.name, plan: await request<ImportPlan>('POST', PLANS, { body }) });
    } catch (fault) {
      setState({ name: file.name, error: fault });
    }
  };
  const carryOut = async () => {
    if (!plan) return;
    setState({ ...state, pending: true, error: undefined });
    try {
      requirePresent('add-employee');
      const done = await request<ImportResult>('POST', `${PLANS}/${plan.planId}`);
      if (done.position) wrote(done.position);
      noteDone(done.correlationId);
      offerUndo(say.done(done.added, done.changed), done.correlationId);
      if (done.failed.length + done.left === 0) return onClose();
      setState({ ...state, pending: false, result: done });
    } catch (fault) {
      setState({ ...state, pending: false, error: fault });
    }
  };
  return (
    <Dialog
      title={say.title}
      size="large"
      tall={name !== undefined}
      onClose={onClose}
      footer={<Footer {...state} onClose={onClose} onCarryOut={() => void carryOut()} />}
    >
      {error !== undefined && <Failure text={say.failed} error={error} />}
      {result && <ResultNote result={result} />}
      {!result && (
        <FileChoice name={name} pending={pending && !plan} onFile={(f) => void choose(f)} />
      )}
      {plan && !result && <PlanTable plan={plan} />}
    </Dialog>
  );
}

interface FooterProps extends State {
  readonly onClose: () => void;
  readonly onCarryOut: () => void;
}

function Footer({ plan, result, pending = false, onClose, onCarryOut }: FooterProps) {
  const isDone = result?.left === 0;
  const due = plan ? plan.counts.add + plan.counts.change : 0;
  return (
    <>
      <Button onClick={onClose}>{isDone ? say.close : say.cancel}</Button>
      {plan && !isDone && (
        <Button tone="primary" pending={pending} disabled={due === 0} onClick={onCarryOut}>
          {result ? say.goOn(result.left) : say.carryOut(due)}
        </Button>
      )}
    </>
  );
}
