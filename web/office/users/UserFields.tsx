import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { ROLE_LABELS, type Role } from '#domain/accounts/access.ts';
import { PersonFields } from '#web/kit/form/PersonFields.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { PATHS } from '#web/paths.ts';
import { GIVEN_ROLES } from './words.ts';

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
  form: Pick<UseFormReturn<UserValues>, 'register' | 'formState'>;
  canPromote: boolean;
  passwordHint: string;
  /** Why these fields cannot be changed; null if they can. */
  identityRefusal?: string | null;
  roleRefusal?: string | null;
  /** True for the user's own account: username, e-mail and password change in Settings. */
  isOwn?: boolean;
  /** The account's current role, which can stay even if it cannot be given here. */
  heldRole?: Role;
};

/** The fields of an account, for adding and editing. */
export function UserFields(props: Props) {
  const {
    form,
    canPromote,
    passwordHint,
    identityRefusal = null,
    roleRefusal,
    isOwn = false,
    heldRole,
  } = props;
  const { errors } = form.formState;
  const bind = <Name extends keyof UserValues>(name: Name) => ({
    ...form.register(name),
    name,
    error: errors[name]?.message,
  });
  return (
    <>
      <PersonFields
        bind={bind}
        passwordHint={passwordHint}
        closed={identityRefusal}
        insteadOfIdentity={isOwn && <OwnIdentity />}
        besideEmail={
          <TextField
            {...bind('phone')}
            label="Phone"
            type="tel"
            autoComplete="off"
            hint="Drivers need one."
          />
        }
      />
      <SelectField
        {...bind('role')}
        label="Role"
        options={roleOptions(canPromote, heldRole)}
        {...(roleRefusal && { hint: roleRefusal, disabled: true })}
      />
    </>
  );
}

function OwnIdentity() {
  return (
    <p className="text-ink-soft text-sm">
      Change your own username, e-mail and password in{' '}
      <Link to={PATHS.adminSettings} className="font-semibold text-brand underline">
        Settings
      </Link>
      .
    </p>
  );
}

/** Only a super administrator makes super administrators. */
function roleOptions(canPromote: boolean, heldRole: Role | undefined) {
  const given = GIVEN_ROLES.filter((role) => role !== 'super_admin' || canPromote || heldRole === role);
  const isGiven = given.some((role) => role === heldRole);
  const roles: Role[] = heldRole && !isGiven ? [heldRole, ...given] : [...given];
  return roles.map((value) => ({ value, label: ROLE_LABELS[value] }));
}
