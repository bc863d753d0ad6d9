import type { Endpoint } from '#contract/endpoint.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { changeStaffRole, createStaff, deactivateStaff, listStaff } from '#contract/staff.ts';
import {
  createUser as createUserCall,
  deactivateUser as deactivateUserCall,
  getUser as getUserCall,
  listUserHistory,
  listUsers as listUsersCall,
  reactivateUser as reactivateUserCall,
  updateUser,
  upgradeToSuperAdmin as upgradeCall,
} from '#contract/users.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, type Call, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import {
  changeUser,
  createUser,
  deactivateUser,
  getUser,
  listUsers,
  reactivateUser,
  upgradeToSuperAdmin,
  userHistory,
} from './service.ts';

export function mountUsers(app: App) {
  implement(app, listUsersCall, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await listUsers(call.ctx, filter, { sort, limit, cursor }));
  });

  implement(app, getUserCall, (call) => tagged(call, getUser(call.ctx, call.params.id)));

  implement(app, createUserCall, ({ ctx, actor, body }) => createUser(ctx, actor, body));

  implement(app, updateUser, (call) =>
    tagged(call, changeUser(call.ctx, call.actor, { ...at(call, call.params.id), changes: call.body })),
  );
  implement(app, deactivateUserCall, (call) =>
    tagged(call, deactivateUser(call.ctx, call.actor, at(call, call.params.id))),
  );
  implement(app, reactivateUserCall, (call) =>
    tagged(call, reactivateUser(call.ctx, call.actor, at(call, call.params.id))),
  );
  implement(app, upgradeCall, (call) =>
    tagged(call, upgradeToSuperAdmin(call.ctx, call.actor, at(call, call.params.id))),
  );
  implement(app, listUserHistory, ({ ctx, params }) => userHistory(ctx, params.id));
  mountTeam(app);
}

/** The Team endpoints handle the administrators among the users, with the same rules. */
function mountTeam(app: App) {
  implement(app, listStaff, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await listUsers(call.ctx, { ...filter, isTeam: true }, { sort, limit, cursor }));
  });

  implement(app, createStaff, ({ ctx, actor, body }) => createUser(ctx, actor, body));
  implement(app, deactivateStaff, (call) =>
    tagged(call, deactivateUser(call.ctx, call.actor, at(call, call.params.id))),
  );
  implement(app, changeStaffRole, (call) => {
    const { role } = call.body;
    return tagged(
      call,
      changeUser(call.ctx, call.actor, { ...at(call, call.params.userId), changes: { role } }),
    );
  });
}

/** The account of a change, with the version of the If-Match header. */
function at({ header }: Pick<Call<Endpoint>, 'header'>, id: number) {
  return { id, version: versionFrom(header('If-Match')) };
}

/** Replies with an account and its version. */
async function tagged(
  { setHeader }: Pick<Call<Endpoint>, 'setHeader'>,
  account: ReturnType<typeof getUser>,
): ReturnType<typeof getUser> {
  const user = await account;
  setHeader('ETag', etagOf(user));
  return user;
}
