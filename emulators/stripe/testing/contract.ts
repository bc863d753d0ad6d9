import { Ajv, type ValidateFunction } from 'ajv';
import { answerSchema } from './answer-schema.ts';

/** The schema definition of an object, by its `object`; a deleted object has its own. */
const DEFINITIONS: Record<string, string> = {
  balance_transaction: 'BalanceTransaction',
  charge: 'Charge',
  customer: 'Customer',
  dispute: 'Dispute',
  event: 'EventBase',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  'radar.early_fraud_warning': 'EarlyFraudWarning',
  refund: 'Refund',
  setup_intent: 'SetupIntent',
  webhook_endpoint: 'WebhookEndpoint',
};

const ajv = new Ajv({ strict: false });
const schema = answerSchema();
ajv.addSchema(schema, 'whole');
ajv.addSchema(withoutRequired(schema), 'partial');

type Answer = Record<string, unknown>;

/** Throws unless a body of /v1 matches the stripe package's types; a reply to a browser may lack attributes. */
export function assertContract(body: Answer, { isRedacted }: { isRedacted: boolean }): void {
  if (body.error) {
    for (const part of Object.values(body.error as Answer)) {
      if (isObject(part)) assertObject(part, isRedacted);
    }
    return;
  }
  if (body.object !== 'list') {
    assertObject(body, isRedacted);
    return;
  }
  const names = Object.keys(body).sort().join();
  if (names !== 'data,has_more,object,url') throw new Error(`A list has the attributes ${names}.`);
  for (const item of body.data as Answer[]) assertObject(item, isRedacted);
}

function assertObject(object: Answer, isRedacted: boolean): void {
  const name = DEFINITIONS[String(object.object)];
  if (!name) throw new Error(`No definition for an answer whose object is ${String(object.object)}.`);
  const validate = validatorFor(object.deleted ? `Deleted${name}` : name, isRedacted);
  if (!validate(object)) {
    throw new Error(
      `${name} breaks the contract: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(object)}`,
    );
  }
  if (name === 'EventBase') assertObject((object.data as { object: Answer }).object, false);
}

function validatorFor(name: string, isRedacted: boolean): ValidateFunction {
  const validate = ajv.getSchema(`${isRedacted ? 'partial' : 'whole'}#/definitions/${name}`);
  if (!validate) throw new Error(`The stripe package has no type ${name}.`);
  return validate as ValidateFunction;
}

/** The same schema with no attribute required, at every depth. */
function withoutRequired(whole: object): object {
  return JSON.parse(JSON.stringify(whole), (name, value: unknown) =>
    name === 'required' && Array.isArray(value) ? undefined : value,
  ) as object;
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null;
}
