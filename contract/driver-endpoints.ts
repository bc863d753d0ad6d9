import { sendDriverActions } from './driver-actions.ts';
import { decideWaitingAction, listWaitingActions } from './driver-approvals.ts';
import { listDriverConflicts, resolveDriverConflict } from './driver-conflicts.ts';
import { getDriverPhoto, getStopPhoto, storeDriverPhoto } from './driver-photos.ts';
import { listDriverRoutes } from './driver-routes.ts';
import {
  createDriverLink,
  endDriverSession,
  listDriverSessions,
  openDriverSession,
  reportPhoneLost,
} from './driver-session.ts';
import { openDriverLive } from './live.ts';
import { getStopRecord, listAttemptedStops, listBookingStopRecords } from './stop-records.ts';

/** The calls of drivers' phones, and those of the office about them. */
export const DRIVER_ENDPOINTS = {
  listDriverRoutes,
  sendDriverActions,
  listWaitingActions,
  decideWaitingAction,
  listDriverConflicts,
  resolveDriverConflict,
  createDriverLink,
  openDriverSession,
  reportPhoneLost,
  listDriverSessions,
  endDriverSession,
  storeDriverPhoto,
  getDriverPhoto,
  getStopPhoto,
  getStopRecord,
  listBookingStopRecords,
  listAttemptedStops,
  openDriverLive,
};
