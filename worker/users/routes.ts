import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { changeStaffRole, createStaff, deactivateStaff, listStaff } from '#contract/staff.ts';
import {
  createUser as createUserCall,
  deactivateUser as deactivateUserCall,
  getUser as getUserCall,
  listUserHistory,
  listUsers,
  updateUser,
  upgradeToSuperAdmin as upgradeCall,
} from '#contract/users.ts';
import { etagOf, versionFrom } from '#worker/history/stale.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { answerPage } from '#worker/http/page-headers.ts';
import { pageOfUsers } from './repo.ts';
import {
  changeRole,
  changeUser,
  createUser,
  deactivateUser,
  getUser,
  upgradeToSuperAdmin,
  userHistory,
} from './service.ts';

export function mountUsers(app: App) {
  implement(app, listUsers, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await pageOfUsers(call.ctx.db, filter, { sort, limit, cursor }));
  });

  implement(app, getUserCall, async ({ ctx, params, setHeader }) => {
    const user = await getUser(ctx, params.id);
    setHeader('ETag', etagOf(user));
    return user;
  });

  implement(app, createUserCall, ({ ctx, actor, body }) => createUser(ctx, actor, body));

  implement(app, updateUser, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const user = await changeUser(ctx, actor, { id: params.id, changes: body, version });
    setHeader('ETag', etagOf(user));
    return user;
  });

  implement(app, deactivateUserCall, ({ ctx, actor, params }) => deactivateUser(ctx, actor, params.id));
  implement(app, upgradeCall, ({ ctx, actor, params }) => upgradeToSuperAdmin(ctx, actor, params.id));
  implement(app, listUserHistory, ({ ctx, params }) => userHistory(ctx, params.id));
  mountTeam(app);
}

/** The team is the administrators among the users; the rules are the same. */
function mountTeam(app: App) {
  implement(app, listStaff, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(
      call,
      await pageOfUsers(call.ctx.db, { ...filter, isTeam: true }, { sort, limit, cursor }),
    );
  });

  implement(app, createStaff, ({ ctx, actor, body }) => createUser(ctx, actor, body));
  implement(app, deactivateStaff, ({ ctx, actor, params }) => deactivateUser(ctx, actor, params.id));
  implement(app, changeStaffRole, ({ ctx, actor, params, body }) =>
    changeRole(ctx, actor, { id: params.userId, role: body.role }),
  );
}
