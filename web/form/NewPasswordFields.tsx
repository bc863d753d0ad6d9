import type { UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from '#web/form/PasswordField.tsx';

/** A field as the form registers it, and what is wrong with it. */
type Registered = UseFormRegisterReturn & { error: string | undefined };
type Props = { password: Registered; confirmation: Registered };

/** A password that is chosen: twice, so that a slip of the finger locks nobody out. */
export function NewPasswordFields({ password, confirmation }: Props) {
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
