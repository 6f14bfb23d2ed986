import { zodResolver } from '@hookform/resolvers/zod';
import { EmployeeFields, type EmployeeView } from '@feusa/contracts/employees';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { ApiError, get, newCorrelation } from '../../../shared/api.js';
import { toastFailure } from '../../../shared/failure.js';
import { showFieldErrors, useFormDraft } from '../../../shared/form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { useIsOpen } from '../../../shared/use-is-open.js';
import { addEmployee, fullName, updateEmployee } from '../commands.js';
import { ConflictPanel } from './conflict-panel.js';
import { fieldNames, reapplied, valuesOf, type FieldName, type FormValues } from './conflict.js';
import { EmployeeInputs, type Suggestions } from './employee-inputs.js';
import { ImageField } from './image-field.js';
import { useManagerChoice } from './manager-choice.js';
import { useImage } from './use-image.js';
import { texts } from '../texts.js';

export interface EmployeeFormProps {
  /** Whom to edit; nobody: a new employee. */
  readonly person?: EmployeeView | undefined;
  /** The same person as the live list has it now. */
  readonly current?: EmployeeView | undefined;
  readonly suggestions: Suggestions;
  /** Who may be somebody's manager. */
  readonly employees: readonly EmployeeView[];
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as FormValues;
const ADD_FAILED = texts.addFailed;
const EDIT_FAILED = texts.editFailed;

const draftNameOf = (person: EmployeeView | undefined) => `employee:${person?.id ?? 'new'}`;

// A form holds text: an empty `mobile` is what the schema takes as none.
const resolver = zodResolver(EmployeeFields) as Resolver<FormValues, unknown, EmployeeFields>;

export default function EmployeeForm(props: EmployeeFormProps) {
  const { person, current, suggestions, employees, onDone, onClose } = props;
  const [base, setBase] = useState(person);
  const [newest, setNewest] = useState<EmployeeView>();
  const [failure, setFailure] = useState<unknown>();
  const isOpen = useIsOpen();
  const failed = {
    text: person ? EDIT_FAILED : ADD_FAILED,
    what: texts.notSaved(person ? 'changed' : 'added'),
  };
  const image = useImage();
  const form = useForm<FormValues, unknown, EmployeeFields>({
    mode: 'onTouched',
    resolver,
    defaultValues: person ? valuesOf(person) : empty,
  });
  const { formState, setError, getValues, reset } = form;
  const draft = draftNameOf(person);
  useFormDraft(draft, form);
  const managers = useManagerChoice(form.watch('manager'), { employees, person, form: draft });
  const theirs = base && [current, newest].find((other) => other && other.version > base.version);
  const isConflict = base !== undefined && theirs !== undefined && !formState.isSubmitting;

  const save = async (fields: EmployeeFields) => {
    setFailure(undefined);
    try {
      const uploadId = await image.upload();
      const { managerId } = managers;
      const removeImage = image.isRemoved;
      const extra = { uploadId, removeImage, managerId, correlationId: newCorrelation() };
      const answer = base
        ? await updateEmployee(base, fields, extra)
        : await addEmployee(fields, extra);
      offerUndo(`${fullName(fields)} ${base ? 'saved' : 'added'}`, extra.correlationId);
      if (isOpen()) onDone(answer.id);
    } catch (error) {
      await refused(error);
    }
  };
  const refused = async (error: unknown) => {
    if (!isOpen()) return toastFailure({ ...failed, error });
    if (base && error instanceof ApiError && error.code === 'employee/changed') {
      const now = await get<EmployeeView>(`/api/employees/${base.id}`).catch(() => undefined);
      setNewest(now);
      // The panel says it, with the way on.
      if (now && now.version > base.version) return;
    } else if (image.refused(error)) return;
    else if (showFieldErrors(error, fieldNames, setError)) return;
    setFailure(error);
  };
  const reapply = (choice: Partial<Record<FieldName, 'mine' | 'theirs'>>) => {
    if (!base || !theirs) return;
    const merged = reapplied(
      { before: valuesOf(base), theirs: valuesOf(theirs), mine: getValues() },
      choice,
    );
    reset(valuesOf(theirs));
    for (const name of fieldNames) form.setValue(name, merged[name], { shouldDirty: true });
    setBase(theirs);
    setFailure(undefined);
  };

  return (
    <FormDialog
      title={person ? texts.editPerson(fullName(person)) : texts.addNewEmployee}
      submitLabel={person ? texts.save : texts.addEmployee}
      size="medium"
      pending={formState.isSubmitting}
      dirty={[formState.isDirty, image.file, image.isRemoved, managers.isChanged].some(Boolean)}
      failure={failure === undefined ? undefined : { ...failed, error: failure }}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      {isConflict && (
        <ConflictPanel
          before={valuesOf(base)}
          theirs={valuesOf(theirs)}
          mine={form.watch()}
          onReapply={reapply}
        />
      )}
      <EmployeeInputs form={form} suggestions={suggestions} managers={managers} />
      <ImageField image={image} person={person} />
    </FormDialog>
  );
}
