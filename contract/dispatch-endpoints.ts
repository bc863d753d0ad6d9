import { carryOver } from './carry-over.ts';
import { BOARD_ENDPOINTS } from './dispatch-routes.ts';
import { getKeptWindows } from './windows-kept.ts';

/** The calls of dispatch, for the list of all endpoints. */
export const ALL_DISPATCH_ENDPOINTS = [...BOARD_ENDPOINTS, carryOver, getKeptWindows] as const;
