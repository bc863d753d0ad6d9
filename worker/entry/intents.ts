import { applyDeposit } from '#worker/checkout/tasks.ts';
import { applyBalance } from '#worker/money/charges/apply-balance.ts';
import { registerIntents } from '#worker/money/ledger/intents.ts';

/* Imported for what it does: worker/index.ts and the setup of the Worker tests. */
registerIntents('checkout', applyDeposit);
registerIntents('booking', applyBalance);
