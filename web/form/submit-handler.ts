import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError } from '#web/api/call.ts';

type Save<Saved, Sent> = {
  save: (values: Sent) => Promise<Saved>;
  onSaved: (saved: Saved, values: Sent) => void;
  /** What remains to be said of a failure; what the server holds against fields is shown there already. */
  onFailed: (error: unknown) => void;
};

/** Ties a form to the call that saves it: nothing typed is lost, and the first refused field takes the focus. */
export function createSubmitHandler<Values extends FieldValues, Saved, Sent = Values>(
  form: UseFormReturn<Values, unknown, Sent>,
  { save, onSaved, onFailed }: Save<Saved, Sent>,
) {
  return form.handleSubmit(async (values) => {
    try {
      onSaved(await save(values), values);
    } catch (error) {
      showRefusals(form, refusals(error));
      onFailed(error);
    }
  });
}

type Refusal = { path: string; message: string };

function refusals(error: unknown): Refusal[] {
  return (error instanceof CallError && error.reply?.issues) || [];
}

function showRefusals<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  found: Refusal[],
) {
  const isField = (path: string): path is FieldPath<Values> => path in form.getValues();
  let isFirst = true;
  for (const { path, message } of found) {
    if (!isField(path)) continue;
    form.setError(path, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
}
