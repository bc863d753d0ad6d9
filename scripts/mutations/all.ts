import { ACCESS_FAULTS } from './access.ts';
import { DAY_FAULTS } from './days.ts';
import { MONEY_FAULTS } from './money.ts';
import type { Mutation } from './mutation.ts';

/** One fault a rule: money, days, guards, roles and privacy. */
export const MUTATIONS: readonly Mutation[] = [...MONEY_FAULTS, ...DAY_FAULTS, ...ACCESS_FAULTS];
