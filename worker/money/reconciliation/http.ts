import {
  getLastReconciliation as getLastReconciliationCall,
  listReconciliationIssues,
  settleReconciliationIssue,
} from '#contract/reconciliation.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import type { ApplyIntent } from '#worker/money/ledger/ledger.ts';
import { getLastReconciliation, listIssues, settleIssue } from './service.ts';

/** `applyIntent` applies an intent of any feature, for a payment that is missing or different in the ledger. */
export function mountReconciliation(app: App, applyIntent: ApplyIntent) {
  implement(app, listReconciliationIssues, async (call) => {
    return answerPage(call, await listIssues(call.ctx, call.query));
  });

  implement(app, getLastReconciliationCall, ({ ctx }) => getLastReconciliation(ctx));

  implement(app, settleReconciliationIssue, ({ ctx, actor, params }) =>
    settleIssue(ctx, { ...params, userId: actor.userId }, applyIntent),
  );
}
