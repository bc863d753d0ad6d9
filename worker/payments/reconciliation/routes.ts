import { DEFAULT_LIMIT } from '#contract/lists.ts';
import {
  getLastReconciliation,
  listReconciliationIssues,
  settleReconciliationIssue,
} from '#contract/reconciliation.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { answerPage } from '#worker/http/page-headers.ts';
import type { ApplyIntent } from '#worker/payments/ledger/payment.ts';
import { lastRun } from './last-run.ts';
import { pageOfIssues } from './repo.ts';
import { settleIssue } from './service.ts';

/** `applyIntent` applies a payment that is missing or different here, of any feature. */
export function mountReconciliation(app: App, applyIntent: ApplyIntent) {
  implement(app, listReconciliationIssues, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, state } = call.query;
    return answerPage(call, await pageOfIssues(call.ctx.db, { sort, limit, cursor, state }));
  });

  implement(app, getLastReconciliation, ({ ctx }) => lastRun(ctx));

  implement(app, settleReconciliationIssue, ({ ctx, actor, params }) =>
    settleIssue(ctx, { ...params, userId: actor.userId }, applyIntent),
  );
}
