/** Keys of the emulators: they look like keys of Stripe's test mode and of Twilio but are not. */
export const LOCAL_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
  HEALTH_KEY: 'local-health-key',
  TEXTS_ACCOUNT_SID: 'AClocal',
  TEXTS_AUTH_TOKEN: 'texts_local',
  TEXTS_FROM: '+15550100142',
} as const;
