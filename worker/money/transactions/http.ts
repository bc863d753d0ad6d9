import { getTransaction, listTransactions as listTransactionsCall } from '#contract/transactions.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import { listTransactions, transactionDetail } from './service.ts';

export function mountTransactions(app: App) {
  implement(app, listTransactionsCall, async (call) => {
    const { sort, limit, cursor, ...filter } = call.query;
    const { page, summary } = await listTransactions(call.ctx, { filter, sort, limit, cursor });
    return { transactions: answerPage(call, page), summary };
  });

  implement(app, getTransaction, ({ ctx, params }) => transactionDetail(ctx, params.id));
}
