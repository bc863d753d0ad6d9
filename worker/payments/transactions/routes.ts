import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { getTransaction, listTransactions } from '#contract/transactions.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { answerPage } from '#worker/http/page-headers.ts';
import { pageAndSummary } from './list-repo.ts';
import { transactionDetail } from './service.ts';

export function mountTransactions(app: App) {
  implement(app, listTransactions, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    const { db, settings } = call.ctx;
    const { timeZone } = settings;
    const { page, summary } = await pageAndSummary(db, { filter, timeZone, sort, limit, cursor });
    return { transactions: answerPage(call, page), summary };
  });

  implement(app, getTransaction, ({ ctx, params }) => transactionDetail(ctx, params.id));
}
