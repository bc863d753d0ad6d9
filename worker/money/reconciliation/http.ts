import {
  getLastReconciliation as getLastReconciliationCall,
  listReconciliationIssues,
  settleReconciliationIssue,
} from '#contract/reconciliation.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import { getLastReconciliation, listIssues, settleIssue } from './service.ts';

export function mountReconciliation(app: App) {
  implement(app, listReconciliationIssues, async (call) => {
    return answerPage(call, await listIssues(call.ctx, call.query));
  });

  implement(app, getLastReconciliationCall, ({ ctx }) => getLastReconciliation(ctx));

  implement(app, settleReconciliationIssue, ({ ctx, actor, params }) =>
    settleIssue(ctx, { ...params, userId: actor.userId }),
  );
}
