import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError } from '#web/api/call.ts';

type Save<Saved, Sent> = {
  save: (values: Sent) => Promise<Saved>;
  onSaved: (saved: Saved, values: Sent) => void;
  /** Reports a failure; errors that the server names by field are already shown at the fields. */
  onFailed: (error: unknown) => void;
};

/** The submit handler of a form: saves its values and shows the server's field errors; the first one takes the focus. */
export function createSubmitHandler<Values extends FieldValues, Saved, Sent = Values>(
  form: UseFormReturn<Values, unknown, Sent>,
  { save, onSaved, onFailed }: Save<Saved, Sent>,
) {
  return form.handleSubmit(async (values) => {
    try {
      onSaved(await save(values), values);
    } catch (error) {
      showFieldErrors(form, error);
      onFailed(error);
    }
  });
}

/** Shows the errors of a refused call at the fields that they name. */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
) {
  const issues = (error instanceof CallError && error.reply?.issues) || [];
  const isField = (path: string): path is FieldPath<Values> => path in form.getValues();
  let isFirst = true;
  for (const { path, message } of issues) {
    if (!isField(path)) continue;
    form.setError(path, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
}
