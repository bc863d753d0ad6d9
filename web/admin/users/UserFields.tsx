import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { ROLE_LABELS } from '#domain/access.ts';
import type { Role } from '#domain/roles.ts';
import { PasswordField } from '#web/form/PasswordField.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { TextField } from '#web/form/TextField.tsx';
import { FIELD_LABELS, GIVEN_ROLES } from './words.ts';

export type UserValues = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
  password: string;
  role: Role;
};

type Props = {
  register: UseFormRegister<UserValues>;
  errors: FieldErrors<UserValues>;
  canPromote: boolean;
  passwordHint: string;
  /** Why these stay as they are; null when they may change. */
  identityRefusal?: string | null;
  roleRefusal?: string | null;
  /** A role that cannot be given here, but is held. */
  heldRole?: Role;
};

/** The fields of an account, of a new one and of one that is changed. */
export function UserFields(props: Props) {
  const { register, errors, canPromote, passwordHint, identityRefusal, roleRefusal, heldRole } = props;
  const closed = identityRefusal ? { readOnly: true, 'aria-readonly': true, hint: identityRefusal } : {};
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...register('firstName')}
          label={FIELD_LABELS.firstName}
          autoComplete="off"
          error={errors.firstName?.message}
        />
        <TextField
          {...register('lastName')}
          label={FIELD_LABELS.lastName}
          autoComplete="off"
          error={errors.lastName?.message}
        />
      </div>
      <TextField
        {...register('username')}
        label={FIELD_LABELS.username}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint="3 to 50 letters, digits and . _ - @ +"
        error={errors.username?.message}
        {...closed}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...register('email')}
          label={FIELD_LABELS.email}
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...(identityRefusal && { readOnly: true, 'aria-readonly': true })}
        />
        <TextField
          {...register('phone')}
          label="Phone (optional, but not for drivers)"
          type="tel"
          autoComplete="off"
          error={errors.phone?.message}
        />
      </div>
      {!identityRefusal && (
        <PasswordField
          {...register('password')}
          label={FIELD_LABELS.password}
          autoComplete="new-password"
          hint={passwordHint}
          error={errors.password?.message}
        />
      )}
      <SelectField
        {...register('role')}
        label={FIELD_LABELS.role}
        error={errors.role?.message}
        options={roleOptions(canPromote, heldRole)}
        {...(roleRefusal && { hint: roleRefusal, 'aria-disabled': true, disabled: true })}
      />
    </>
  );
}

/** Only a super administrator makes super administrators (SPEC 6); the role that is held can always stay. */
function roleOptions(canPromote: boolean, heldRole: Role | undefined) {
  const given = GIVEN_ROLES.filter((role) => role !== 'super_admin' || canPromote || heldRole === role);
  const roles: Role[] =
    heldRole && !given.some((role) => role === heldRole) ? [heldRole, ...given] : [...given];
  return roles.map((value) => ({ value, label: ROLE_LABELS[value] }));
}
