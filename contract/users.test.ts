import { describe, expect, it } from 'vitest';
import { passwordReset, passwordResetRequest } from './credentials.ts';
import { createStaff } from './staff.ts';
import { createUser, newAdministrator, newCustomer, newDriver } from './users.ts';

const person = {
  username: 'lee.ray',
  password: 'battery staple',
  email: 'lee@example.com',
  firstName: 'Lee',
  lastName: 'Ray',
};
const PHONE = '(555) 010-0142';
const KINDS = {
  administrator: newAdministrator,
  driver: newDriver,
  customer: newCustomer,
  'team member': createStaff.body,
  user: createUser.body,
};
const everyKind = Object.entries(KINDS);

type Schema = (typeof KINDS)[keyof typeof KINDS] | typeof passwordReset | typeof passwordResetRequest;

/** The messages of a schema for a value, by field; empty when the value is accepted. */
function refusals(schema: Schema, given: unknown) {
  const result = schema.safeParse(given);
  return (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
}

describe.each(everyKind)('a new %s', (_kind, schema) => {
  const refused = (changes: Record<string, unknown>) =>
    refusals(schema, { ...person, phone: PHONE, ...changes });

  it('is accepted, with its texts trimmed', () => {
    const padded = { ...person, username: ' lee.ray ', email: ' lee@example.com ', firstName: ' Lee ' };
    expect(schema.parse({ ...padded, phone: ` ${PHONE} ` })).toMatchObject({ ...person, phone: PHONE });
  });

  it.each([
    ['username', 'Username must be at least 3 characters long'],
    ['password', 'Password must be at least 8 characters'],
    ['email', 'Please enter a valid email address'],
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
  ])('needs a %s: %s', (field, message) => {
    for (const value of ['', undefined, null, 17, true, [], {}]) {
      expect(refused({ [field]: value }), JSON.stringify(value)).toContainEqual([field, message]);
    }
  });

  it('has a username of 3 to 50 letters, digits and some other characters', () => {
    for (const username of ['abc', 'a'.repeat(50), 'dana.w', 'lee+1@example-x_y', '007']) {
      expect(refused({ username })).toEqual([]);
    }
    expect(refused({ username: 'ab' })).toEqual([
      ['username', 'Username must be at least 3 characters long'],
    ]);
    expect(refused({ username: 'a'.repeat(51) })).toEqual([['username', 'Must be at most 50 characters']]);
    for (const username of [
      'lee ray',
      '李小龙',
      "lee'--",
      '<b>lee</b>',
      'lee\u0000',
      'lee\u202eyar',
      'l\r\nee',
    ]) {
      expect(refused({ username }), JSON.stringify(username)).toEqual([
        ['username', 'Use letters, digits and . _ - @ + only'],
      ]);
    }
  });

  it('has a password of 8 to 256 characters, including spaces and emoji, never trimmed', () => {
    for (const password of [
      '12345678',
      'x'.repeat(256),
      '  spaces  ',
      'пароль-длинный',
      '🐎🔋🧷✅ correct',
    ]) {
      expect(schema.parse({ ...person, phone: PHONE, password }).password).toBe(password);
    }
    expect(refused({ password: '1234567' })).toEqual([
      ['password', 'Password must be at least 8 characters'],
    ]);
    expect(refused({ password: 'x'.repeat(257) })).toEqual([['password', 'Must be at most 256 characters']]);
    for (const password of ['correct\u0000horse', 'correct\nhorse', 'correct\ud800horse']) {
      expect(refused({ password })).toEqual([['password', 'Must not contain control characters']]);
    }
  });

  it('has a password that is visible and does not contain the username', () => {
    for (const password of ['          ', '\u00a0\u2003\u3000\u200b\u2060\u00a0\u00a0\u00a0']) {
      expect(refused({ password }), JSON.stringify(password)).toEqual([
        ['password', 'Password must not be blank'],
      ]);
    }
    for (const password of ['lee.ray1', 'I am LEE.RAY!']) {
      expect(refused({ password })).toEqual([['password', 'Password must not contain the username']]);
    }
    expect(refused({ username: 'ab', password: 'ab in front' })).toEqual([
      ['username', 'Username must be at least 3 characters long'],
    ]);
  });

  it('has an e-mail address of at most 254 characters', () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
    expect(refused({ email: address(254) })).toEqual([]);
    for (const email of [address(255), 'lee', 'lee@', '@example.com', 'lee@example', 'l ee@example.com']) {
      expect(refused({ email })).toContainEqual(['email', 'Please enter a valid email address']);
    }
    for (const email of [
      'lee@example.com\r\nBcc: all@example.com',
      'lee\u0000@example.com',
      'a@b.com,c@d.com',
    ]) {
      expect(refused({ email })).toContainEqual(['email', 'Please enter a valid email address']);
    }
  });

  it.each(['firstName', 'lastName'])(
    'has a %s of at most 100 characters in any script, in one line',
    (field) => {
      for (const name of [
        'Zoë',
        "O'Neil-Šmíd",
        '李',
        'فاطمة',
        '👷🏽',
        'x'.repeat(100),
        '=SUM(A1)',
        '<b>x</b>',
      ]) {
        expect(schema.parse({ ...person, phone: PHONE, [field]: name })).toMatchObject({ [field]: name });
      }
      expect(refused({ [field]: 'x'.repeat(101) })).toEqual([[field, 'Must be at most 100 characters']]);
      for (const character of ['\u0000', '\r\n', '\u0007', '\u0085', '\u2028', '\ud800']) {
        expect(refused({ [field]: `a${character}b` })).toEqual([
          [field, 'Must not contain control characters'],
        ]);
      }
    },
  );

  it('has a phone number of at least ten digits, if it has one', () => {
    const message = ['phone', 'Valid phone number is required'];
    for (const phone of ['5550100142', '+1 555.010.0142', '555-010-0142 ext. 3']) {
      expect(refused({ phone })).toEqual([]);
    }
    for (const phone of ['555-0142', '----------', 'call me maybe', '5'.repeat(41), '555\n010\n0142', 17]) {
      expect(refused({ phone }), JSON.stringify(phone)).toEqual([message]);
    }
  });

  it.each(['id', 'isActive', 'createdBy', 'version', 'passwordResetToken', 'isAdmin'])(
    'has no field %s',
    (field) => {
      const result = schema.safeParse({ ...person, phone: PHONE, [field]: 1 });
      expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [field] }]);
    },
  );

  it('is not a text, a list or null', () => {
    for (const nothing of [null, undefined, [], 'lee', 17]) {
      expect(schema.safeParse(nothing).success, JSON.stringify(nothing)).toBe(false);
    }
    expect(schema.safeParse(JSON.parse('{"__proto__": {"role": "super_admin"}}')).success).toBe(false);
  });
});

describe('the caller does not set the role', () => {
  it.each([
    ['administrator', newAdministrator],
    ['driver', newDriver],
    ['customer', newCustomer],
  ])('of a new %s', (_kind, schema) => {
    const result = schema.safeParse({ ...person, phone: PHONE, role: 'super_admin' });
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['role'] }]);
  });

  it('of a new team member: it is always administrator', () => {
    expect(createStaff.body.parse(person).role).toBe('admin');
    expect(createStaff.body.parse({ ...person, role: 'admin' }).role).toBe('admin');
    for (const role of ['super_admin', 'view_only', 'driver', 'customer', null]) {
      expect(refusals(createStaff.body, { ...person, role })).toEqual([
        ['role', 'A team member is an administrator'],
      ]);
    }
  });
});

it('of a new user: one of five roles, view only by default', () => {
  expect(createUser.body.parse(person).role).toBe('view_only');
  for (const role of ['super_admin', 'admin', 'dispatcher', 'view_only', 'driver']) {
    expect(refusals(createUser.body, { ...person, phone: PHONE, role })).toEqual([]);
  }
  for (const role of ['customer', 'root', '', null]) {
    expect(refusals(createUser.body, { ...person, role })).toEqual([['role', 'Choose a role']]);
  }
});

describe('a phone number', () => {
  it.each([
    ['driver', newDriver, {}],
    ['user who drives', createUser.body, { role: 'driver' }],
  ])('is required for a new %s', (_kind, schema, role) => {
    for (const phone of ['', '   ', null, undefined]) {
      expect(refusals(schema, { ...person, ...role, phone }), JSON.stringify(phone)).toEqual([
        ['phone', 'Valid phone number is required'],
      ]);
    }
  });

  it.each(everyKind.filter(([kind]) => kind !== 'driver'))('is optional for a new %s', (_kind, schema) => {
    expect(refusals(schema, person)).toEqual([]);
    for (const phone of ['', '   ', null]) expect(schema.parse({ ...person, phone }).phone).toBe(null);
  });
});

describe('a password reset', () => {
  const reset = { token: 'abc', password: 'battery staple', confirmPassword: 'battery staple' };
  const refused = (changes: object) => refusals(passwordReset, { ...reset, ...changes });

  it('is requested with only a valid e-mail address', () => {
    expect(passwordResetRequest.parse({ email: ' lee@example.com ' })).toEqual({ email: 'lee@example.com' });
    for (const email of ['', 'lee', null, undefined, ['lee@example.com'], { $ne: '' }]) {
      expect(refusals(passwordResetRequest, { email })).toContainEqual([
        'email',
        'Please enter a valid email address',
      ]);
    }
    expect(passwordResetRequest.safeParse({ email: 'lee@example.com', to: 'eve@example.com' }).success).toBe(
      false,
    );
  });

  it('needs the token and two equal passwords of at least eight characters', () => {
    expect(passwordReset.parse(reset)).toEqual(reset);
    for (const token of ['', null, undefined, 'x'.repeat(201)]) {
      expect(refused({ token })).toContainEqual(['token', 'The link is not complete']);
    }
    expect(refused({ password: 'short', confirmPassword: 'short' })).toEqual([
      ['password', 'Password must be at least 8 characters'],
      ['confirmPassword', 'Password must be at least 8 characters'],
    ]);
    expect(refused({ confirmPassword: 'Battery staple' })).toEqual([
      ['confirmPassword', 'Passwords do not match'],
    ]);
  });

  it.each(['id', 'userId', 'role', 'isActive'])('has no field %s', (field) => {
    expect(passwordReset.safeParse({ ...reset, [field]: 1 }).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: [field] },
    ]);
  });
});
