import { carryOver } from './carry-over.ts';
import { arrangeStops, changeRoute, createRoute, getBoard, removeRoute } from './dispatch.ts';
import { endAbsence, previewOut, takeOut } from './dispatch-out.ts';
import { acceptDayPlan, proposeDayPlan } from './dispatch-plan.ts';
import { listRouteHistory, publishRoute, restoreRoute, swapCrew } from './dispatch-routes.ts';
import { listInspections, signOffInspection } from './inspections.ts';
import { getKeptWindows } from './kept-windows.ts';
import { placePin, removePin } from './pins.ts';
import { getPushKey, subscribePush, unsubscribePush } from './push.ts';
import {
  listDayMessages,
  listRouteMessages,
  readDriverMessages,
  sendRouteMessage,
} from './route-messages.ts';

/** The calls of dispatch, for the list of all endpoints. */
export const DISPATCH_ENDPOINTS = {
  getBoard,
  createRoute,
  changeRoute,
  removeRoute,
  arrangeStops,
  placePin,
  removePin,
  proposeDayPlan,
  acceptDayPlan,
  publishRoute,
  restoreRoute,
  swapCrew,
  listRouteHistory,
  carryOver,
  getKeptWindows,
  previewOut,
  takeOut,
  endAbsence,
  listInspections,
  signOffInspection,
  listDayMessages,
  listRouteMessages,
  sendRouteMessage,
  readDriverMessages,
  getPushKey,
  subscribePush,
  unsubscribePush,
};
