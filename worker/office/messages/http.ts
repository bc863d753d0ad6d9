import { DEFAULT_LIMIT } from '#contract/lists.ts';
import {
  listColleagues,
  listMessages,
  listUnreadMentions,
  markMessagesRead,
  sendMessage as sendCall,
} from '#contract/messages.ts';
import { type App, idempotencyKey, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import { markRead, readColleagues, readMessagePage, readUnreadMentions, sendMessage } from './service.ts';

export function mountMessages(app: App) {
  implement(app, listMessages, async (call) => {
    const { limit = DEFAULT_LIMIT, ...query } = call.query;
    return answerPage(call, await readMessagePage(call.ctx, { ...query, limit, bookingId: call.params.id }));
  });

  implement(app, sendCall, (call) => {
    const { ctx, actor, params, body } = call;
    const key = idempotencyKey(call);
    return sendMessage(ctx, actor, { bookingId: params.id, content: body.content, key });
  });

  implement(app, listColleagues, ({ ctx }) => readColleagues(ctx));

  implement(app, listUnreadMentions, ({ ctx, actor }) => readUnreadMentions(ctx, actor));

  implement(app, markMessagesRead, ({ ctx, actor, body: { ids, bookingId = 0 } }) =>
    markRead(ctx, actor, ids ? { ids } : { bookingId }),
  );
}
