import type { Account, Session } from '#contract/auth.ts';
import type { DriverDevice } from '#contract/driver-session.ts';
import { signIn } from './desk.ts';
import { type Firm, PASSWORD } from './firm.ts';
import { once } from './once.ts';
import type { PreparedCalls } from './system.ts';

const DEVICE = /__Host-device=[^;]+/;

/** An account of staff with a session, made once: calls change it one after the other. */
const staffOf = once((firm) => firm.addAccount('admin'));

async function readAccount(firm: Firm, id: number) {
  const reply = await firm.owner.request('GET', `admin/users/${id}`);
  return {
    account: (await reply.json()) as Account & { isActive: boolean },
    etag: reply.headers.get('ETag') ?? '',
  };
}

/** The account, active. */
async function current(firm: Firm) {
  await staffIn(firm);
  return readAccount(firm, (await staffOf(firm)).id);
}
/** Opened by a link, which is quicker than a password. */
const phone = ({ openPhone, drivers }: Firm) => openPhone(drivers[1]?.id ?? 0);

/** The account in this state, with its ETag. */
async function staffIn(firm: Firm, { isActive = true, role = 'admin' } = {}) {
  const { id } = await staffOf(firm);
  const { account } = await readAccount(firm, id);
  if (account.role !== role) await firm.owner.send('PATCH', `admin/users/${id}`, { body: { role } });
  if (account.isActive !== isActive) {
    await firm.owner.send('PATCH', `admin/users/${id}/${isActive ? 'reactivate' : 'deactivate'}`);
  }
  return { params: { id }, version: (await readAccount(firm, id)).etag };
}

/** A new session of the account. */
async function session(firm: Firm) {
  return signIn(firm.system, (await current(firm)).account.username, PASSWORD);
}

/** The token of a link in the latest e-mail to the account. */
async function mailedToken(firm: Firm, email: string, [path, body]: readonly [string, object]) {
  const asked = await firm.visitor.request('POST', path, { body });
  await firm.system.settle();
  const token = /#token=([\w-]+)/.exec(await firm.system.readMail(email))?.[1];
  if (!token) throw new Error(`No e-mail to ${email} has a token`);
  return { token, device: DEVICE.exec(asked.headers.get('Set-Cookie') ?? '')?.[0] ?? '' };
}

/** What people do with their own account. */
export const ACCOUNT_CALLS: PreparedCalls = {
  /** On a device on which only another account signed in before. */
  login: async (firm) => {
    const { username } = (await current(firm)).account;
    const body = { username, password: PASSWORD };
    const { headers } = await firm.visitor.request('POST', 'admin/login', { body });
    return { body: firm.system.admin, cookie: DEVICE.exec(headers.get('Set-Cookie') ?? '')?.[0] ?? '' };
  },
  logout: async (firm) => ({ cookie: (await phone(firm)).cookie }),
  getCurrentUser: () => ({}),
  listSessions: () => ({}),
  endSession: async (firm) => {
    const { get, cookie } = await phone(firm);
    const [first] = await get<Session[]>('admin/sessions');
    return { params: { id: first?.id ?? '' }, cookie };
  },
  endOtherSessions: async (firm) => ({ cookie: (await phone(firm)).cookie }),
  changePassword: async (firm) => {
    const { username } = await firm.addAccount('view_only');
    const { cookie } = await signIn(firm.system, username, PASSWORD);
    const newPassword = `${PASSWORD} 2`;
    return { cookie, body: { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword } };
  },
  resetPassword: async (firm) => {
    const email = (await current(firm)).account.email ?? '';
    const { token } = await mailedToken(firm, email, ['forgot-password', { email }]);
    return { body: { token, password: PASSWORD, confirmPassword: PASSWORD } };
  },
  changeUsername: async (firm) => ({
    cookie: (await session(firm)).cookie,
    body: { currentPassword: PASSWORD, newUsername: `renamed-${firm.next()}` },
  }),
  changeEmail: async (firm) => ({
    cookie: (await session(firm)).cookie,
    body: { currentPassword: PASSWORD, newEmail: `renamed-${firm.next()}@example.com` },
  }),
  forgotPassword: ({ next }) => ({ body: { email: `no-account-${next()}@example.com` } }),
  requestSignInLink: async (firm) => ({ body: { username: (await current(firm)).account.username } }),
  openSignInLink: async (firm) => {
    const { account } = await current(firm);
    const { id, username, email } = account;
    // Links are sent to accounts whose attempts to sign in were limited.
    await firm.system.execute(
      `INSERT OR REPLACE INTO rate_limits (key, window_started_at, count) VALUES ('login:account:${id}', ${Date.now()}, 11)`,
    );
    const { token, device } = await mailedToken(firm, email ?? '', ['admin/sign-in-link', { username }]);
    return { body: { token }, cookie: device };
  },
};

const newPerson = (next: () => number) => {
  const username = `created-${next()}`;
  return {
    username,
    email: `${username}@example.com`,
    firstName: 'Sam',
    lastName: 'Created',
    password: PASSWORD,
  };
};

/** What super administrators do with accounts. */
export const USER_CALLS: PreparedCalls = {
  listUsers: () => ({}),
  listStaff: () => ({}),
  getUser: async (firm) => ({ params: { id: (await staffOf(firm)).id } }),
  listUserHistory: async (firm) => ({ params: { id: (await staffOf(firm)).id } }),
  createUser: ({ next }) => ({ body: { ...newPerson(next), role: 'dispatcher' } }),
  createStaff: ({ next }) => ({ body: newPerson(next) }),
  updateUser: async (firm) => ({ ...(await staffIn(firm)), body: { firstName: `Pat ${firm.next()}` } }),
  changeStaffRole: async (firm) => {
    const { params, version } = await staffIn(firm);
    return { params: { userId: params.id }, version, body: { role: 'dispatcher' } };
  },
  deactivateUser: (firm) => staffIn(firm),
  reactivateUser: (firm) => staffIn(firm, { isActive: false }),
  deactivateStaff: (firm) => staffIn(firm),
  upgradeToSuperAdmin: (firm) => staffIn(firm),
};

/** The phones of drivers. */
export const PHONE_CALLS: PreparedCalls = {
  createDriverLink: ({ drivers }) => ({ body: { userId: drivers[1]?.id } }),
  openDriverSession: async ({ createLink, drivers }) => ({
    body: { token: await createLink(drivers[1]?.id ?? 0) },
  }),
  listDriverSessions: ({ drivers }) => ({ params: { id: drivers[0]?.id ?? 0 } }),
  endDriverSession: async ({ owner, drivers, openPhone }) => {
    const id = drivers[1]?.id ?? 0;
    await openPhone(id);
    const [device] = await owner.get<DriverDevice[]>(`admin/users/${id}/sessions`);
    return { params: { id, uuid: device?.id ?? '' } };
  },
  reportPhoneLost: async ({ drivers, openPhone }) => {
    const id = drivers[1]?.id ?? 0;
    await openPhone(id);
    return { params: { id } };
  },
};
