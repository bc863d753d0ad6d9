import type { Account } from '#contract/auth.ts';
import type { UserValues } from './UserFields.tsx';

/** An account as its form shows it: what is not there is empty. */
export function valuesOf({ firstName, lastName, username, email, phone, role }: Account): UserValues {
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    username,
    email: email ?? '',
    phone: phone ?? '',
    password: '',
    role,
  };
}

/** What a form would change of an account. A password that is left empty stays as it is (SPEC 5). */
export function changesOf(account: Account, values: Partial<UserValues>): Partial<UserValues> {
  const before = valuesOf(account);
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof UserValues],
  );
  return Object.fromEntries(changed);
}
