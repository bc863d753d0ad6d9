/** Every error code with its HTTP status. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  card_declined: 402,
  authentication_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  sold_out: 409,
  price_changed: 409,
  terms_changed: 409,
  nothing_due: 409,
  already_paid: 409,
  own_hold: 409,
  busy: 409,
  stale: 409,
  /** Staff have paused online booking; the error body has a phone number. */
  paused: 409,
  too_large: 413,
  not_json: 415,
  too_many: 429,
  provider_unavailable: 502,
  internal: 500,
  /** A service that the call depends on cannot be reached; the error body has a phone number. */
  unavailable: 503,
  /** Operators have switched the system off for a while; the error body has a phone number. */
  maintenance: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** One invalid field: `path` joins keys with dots ('bookingData.email'). */
export type Issue = { path: string; message: string };

/** The most issues in one error; a body can have thousands. */
export const MAX_ISSUES = 20;

export type AppErrorExtras = {
  issues?: Issue[];
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  /** Further fields of the error body that the contract declares for this code. */
  body?: Record<string, unknown>;
};

/** A failure with a code and one sentence for the user. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly extras: AppErrorExtras;

  constructor(code: ErrorCode, message: string, extras: AppErrorExtras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }

  get status() {
    return ERROR_STATUS[this.code];
  }
}
