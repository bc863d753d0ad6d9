import { faultsOf } from './mutation.ts';

const WORKER = { project: 'worker' } as const;
const ACCESS = 'worker/base/http/guards/access.test.ts';
const GUARDS = 'worker/base/http/guards/guards.test.ts';
const WEBHOOK = 'worker/money/events/webhook.test.ts';
const REMOVALS = 'worker/operations/removals/removals.test.ts';
const SESSIONS = 'worker/base/sessions/sessions.test.ts';

/** Roles, guards and what others may see. */
export const ACCESS_FAULTS = [
  ...faultsOf('domain/jobs/transitions.ts', [
    [
      'an open exchange keeps a booking open',
      'isOver(status) || hasOpenExchange ? null',
      'isOver(status) ? null',
      'domain/jobs/transitions.test.ts',
    ],
    [
      'a cancelled booking stays cancelled',
      "if (type !== 'delivery' || isOver(status)) return null;",
      "if (type !== 'delivery') return null;",
      'domain/jobs/transitions.test.ts',
    ],
    [
      'no stop is left for a cancelled job',
      "cancelled: { pending: 'leaves'",
      "cancelled: { pending: 'stays'",
      'domain/jobs/transitions.test.ts',
    ],
    [
      'a stop leaves a route before the day of its job',
      'job.dueDay > stop.day',
      'job.dueDay < stop.day',
      'domain/jobs/transitions.test.ts',
    ],
  ]),
  ...faultsOf('domain/dispatch/waste.ts', [
    [
      'a disposal site empties the truck',
      "type === 'disposal' || type === 'yard'",
      "type === 'yard'",
      'domain/dispatch/waste.test.ts',
    ],
  ]),
  ...faultsOf('domain/rental/changes/rental-rules.ts', [
    [
      'a rental whose unit is picked up is over',
      'if (state.isPickedUp) return refusal(',
      'if (state.isPickedUp && today === state.endDate) return refusal(',
      'domain/rental/changes/changes.test.ts',
    ],
  ]),
  ...faultsOf('domain/jobs/unit-numbers.ts', [
    [
      'a number that two units could have names none',
      'alike.length === 1 ?',
      'alike.length >= 1 ?',
      'domain/jobs/unit-numbers.test.ts',
    ],
  ]),
  ...faultsOf('domain/accounts/passwords.ts', [
    [
      'a password does not contain the username',
      'comparable(password).includes(name)',
      'comparable(password) === name',
      'domain/accounts/passwords.test.ts',
    ],
  ]),
  ...faultsOf(
    'domain/accounts/access.ts',
    [
      [
        'dispatchers refund nothing',
        "  'payments:link',\n  'views:share',\n];",
        "  'payments:link',\n  'payments:refund',\n  'views:share',\n];",
        ACCESS,
      ],
      [
        'who only reads changes nothing',
        "view_only: ['office:read'],",
        "view_only: ['office:read', 'bookings:write'],",
        ACCESS,
      ],
      [
        'drivers do not read the office',
        "driver: ['route:own'],",
        "driver: ['route:own', 'office:read'],",
        ACCESS,
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/http/guards/guards.ts',
    [
      [
        'a page of another subdomain writes nothing',
        "site !== 'same-origin' && site !== 'none'",
        "site === 'cross-site'",
        GUARDS,
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/http/guards/authorize.ts',
    [
      [
        'a deactivated driver only sends what was recorded before',
        'actor.restrictedAtMs !== undefined && !worksAfterDeactivation',
        'actor.restrictedAtMs === 0 && !worksAfterDeactivation',
        'worker/driver/driver.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/http/strip.ts',
    [
      [
        'a reply has no undeclared field',
        'schema.parse(reply) : (stripped as',
        'schema.parse(reply) : (reply as',
        'worker/base/http/strip.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/http/cookies.ts',
    [['scripts do not read the session', 'HttpOnly; Secure', 'Secure', 'worker/people/auth/sign-in.test.ts']],
    WORKER,
  ),
  ...faultsOf(
    'worker/money/events/webhook.ts',
    [
      [
        'an event of test mode is not applied',
        'event.livemode !== ctx.settings.isLiveMode',
        'event.livemode !== event.livemode',
        WEBHOOK,
      ],
      [
        'an unsigned event is refused',
        'if (!event) throw',
        'if (!event && signature !== null) throw',
        WEBHOOK,
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/people/auth/attempts.ts',
    [
      [
        'an account has ten attempts',
        'device: 10, account: 10 }',
        'device: 10, account: 100 }',
        'worker/people/auth/attempts.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/people/auth/reset.ts',
    [
      [
        'a reset link is valid for an hour',
        'const VALID_MINUTES = 60;',
        'const VALID_MINUTES = 600;',
        'worker/people/auth/reset.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/sessions/user-sessions.ts',
    [
      ['a session ends without use', 'const IDLE_MS = DAY_MS / 2;', 'const IDLE_MS = DAY_MS;', SESSIONS],
      [
        'a session ends after a week',
        'const ABSOLUTE_MS = 7 * DAY_MS;',
        'const ABSOLUTE_MS = 8 * DAY_MS;',
        SESSIONS,
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/operations/removals/statements.ts',
    [
      ['a removed customer has no phone number', `phone: "''",`, 'phone: null,', REMOVALS],
      ['the history of a removed customer has no notes', "  'internalNotes',\n", '', REMOVALS],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/money/links/view.ts',
    [
      [
        'a payment link ends',
        "state === 'open' && expiresAt <= ctx.now()",
        "state === 'open' && expiresAt <= 0",
        'worker/money/links/links.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/http/implement.ts',
    [
      [
        'a call that moves money has a key',
        'const key = idempotencyKey(call);\n  if (key !== null) return key;',
        'return idempotencyKey(call) ?? crypto.randomUUID();\n  const key = null;',
        'worker/money/keys.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/db/write-gate.ts',
    [
      [
        'nothing is written before the caller is let in',
        'await admission?.admitted;',
        '',
        'worker/base/db/admission.test.ts',
      ],
      [
        'nothing is written in maintenance',
        'session.prepare(GUARD), ...statements',
        "session.prepare('SELECT 1'), ...statements",
        'worker/base/db/write-gate.test.ts',
      ],
    ],
    WORKER,
  ),
  ...faultsOf(
    'worker/base/sessions/claims.ts',
    [
      [
        'claims count only with their signature',
        ' || !timingSafeEqual(given, expected)',
        '',
        'worker/base/sessions/claims.test.ts',
      ],
    ],
    WORKER,
  ),
];
