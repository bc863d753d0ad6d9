import { type ComponentProps, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CONTROL, Field, fieldAria } from './Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'name' | 'className' | 'type'> & {
  name: string;
  label: string;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
};

/** A password field with a Show button. The button's name does not contain 'password', so that one label matches one field. */
export function PasswordField({ name, id = name, label, error, hint, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <Field name={name} id={id} label={label} error={error} {...(hint && { hint })}>
      <div className="relative">
        <input
          {...input}
          type={isShown ? 'text' : 'password'}
          name={name}
          autoCapitalize="none"
          spellCheck={false}
          {...fieldAria(id, error, hint)}
          className={`${CONTROL} pr-16`}
        />
        <button
          type="button"
          aria-controls={id}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 min-w-14 rounded-md px-3 font-semibold text-brand text-sm hover:text-brand-strong"
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> what is typed</span>
        </button>
      </div>
    </Field>
  );
}

/** A registered form field and its error. */
type Registered = UseFormRegisterReturn & { error: string | undefined };
type NewPasswordFieldsProps = { password: Registered; confirmation: Registered };

/** A new password and its confirmation. */
export function NewPasswordFields({ password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. A few unrelated words make a good one."
      />
      <PasswordField {...confirmation} label="Confirm new password" autoComplete="new-password" />
    </>
  );
}
