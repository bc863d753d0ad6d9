import { endOtherSessions, endSession, getCurrentUser, listSessions, logout } from './auth.ts';
import { getNextAvailableDate, listAvailableDumpsterTypes, listUnavailableDates } from './availability.ts';
import { closeDay, listBlackoutDayHistory, listBlackoutDays, openDay } from './blackout-days.ts';
import { listChangeDays, makeBookingChange } from './booking-changes.ts';
import { updateBooking } from './booking-details.ts';
import { getBookingPage } from './booking-page.ts';
import {
  getBulkAction,
  listBulkActions,
  markBulkActionsSeen,
  retryBulkAction,
  startBulkAction,
} from './bulk-actions.ts';
import { getBusiness, getPause } from './business.ts';
import {
  getBusinessLogo,
  listBusinessHistory,
  removeBusinessLogo,
  setBusinessLogo,
  setPause,
  updateBusiness,
} from './business-changes.ts';
import {
  changeZoneZips,
  findDraftZone,
  getCatalogDraft,
  listZoneZips,
  SECTION_ENDPOINTS,
} from './catalog-draft.ts';
import { getCatalogNames } from './catalog-names.ts';
import {
  discardCatalogDraft,
  getCatalogVersion,
  listCatalogDifferences,
  listCatalogVersions,
  publishCatalog,
  rebaseCatalogDraft,
  startCatalogDraft,
} from './catalog-publish.ts';
import { createPaymentIntent, getBookingStatus } from './checkout.ts';
import { CLIENT_ENDPOINTS } from './clients.ts';
import { CREDENTIAL_ENDPOINTS } from './credential-endpoints.ts';
import { getDashboard } from './dashboard.ts';
import { listDeclinedZips } from './declined-zips.ts';
import { DISPATCH_ENDPOINTS } from './dispatch-endpoints.ts';
import { getDispatchSettings, listDispatchHistory, updateDispatchSettings } from './dispatch-settings.ts';
import { DRIVER_ENDPOINTS } from './driver-endpoints.ts';
import { addDumpTicket, listDumpTickets, voidDumpTicket } from './dump-tickets.ts';
import type { Endpoint } from './endpoint.ts';
import { listHolds, releaseHold } from './holds.ts';
import {
  createDumpster,
  deleteDumpster,
  getDumpster,
  getFleetTimeline,
  listDumpsterSchedule,
  listDumpsters,
  listFreeDumpsters,
  listSchedules,
  listSizeAvailability,
  updateDumpster,
} from './inventory.ts';
import { listJobs, markJobDone, setJobWindow, undoJob } from './jobs.ts';
import { openLive } from './live.ts';
import {
  listColleagues,
  listMessages,
  listUnreadMentions,
  markMessagesRead,
  sendMessage,
} from './messages.ts';
import { createBooking, listBookingOptions } from './new-booking.ts';
import {
  listNotifications,
  releaseNotification,
  releaseNotifications,
  replayNotification,
} from './notifications.ts';
import { searchPalette } from './palette.ts';
import { readPayLink } from './pay-links.ts';
import {
  createPayLink,
  getBookingPayments,
  processRemainingPayment,
  refundPayment,
  resolveOperation,
  withdrawPayLink,
} from './payments.ts';
import { getDocs, getHealth, getOpenApi, receiveStripeWebhook } from './platform.ts';
import { addPriceAddition, changeKeptDays, getPriceProposal, voidPriceAddition } from './price-proposal.ts';
import { getCatalog } from './public-catalog.ts';
import {
  getLastReconciliation,
  listReconciliationIssues,
  settleReconciliationIssue,
} from './reconciliation.ts';
import { recordPayment, voidPayment } from './recorded-payments.ts';
import { readRepeatLink } from './repeat-links.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';
import { listSearchSuggestions } from './search-suggestions.ts';
import { getServiceArea } from './service-area.ts';
import { createSite, deleteSite, listSites, updateSite } from './sites.ts';
import { changeStaffRole, createStaff, deactivateStaff, listStaff } from './staff.ts';
import {
  clearAttention,
  exportBookings,
  getBooking,
  listBookingHistory,
  listBookings,
  moveBooking,
  sendReminder,
  setBookingStatus,
  setFinalPrice,
} from './staff-bookings.ts';
import { getLegalText, listLegalTexts, previewLegalText, publishLegalText } from './terms.ts';
import { TEXT_ENDPOINTS } from './texts.ts';
import { getToday } from './today.ts';
import { exportTransactions, getTransaction, listTransactions } from './transactions.ts';
import { getTruckCalendar } from './truck-calendar.ts';
import { createTruck, deleteTruck, listTrucks, updateTruck } from './trucks.ts';
import { correctUnitLocation, getUnitLocation } from './unit-locations.ts';
import {
  createUser,
  deactivateUser,
  getUser,
  listUserHistory,
  listUsers,
  reactivateUser,
  updateUser,
  upgradeToSuperAdmin,
} from './users.ts';

const ENDPOINTS = {
  getLegalText,
  listLegalTexts,
  publishLegalText,
  previewLegalText,
  listBlackoutDays,
  listBlackoutDayHistory,
  closeDay,
  openDay,
  getBusiness,
  updateBusiness,
  setBusinessLogo,
  removeBusinessLogo,
  getBusinessLogo,
  listBusinessHistory,
  getPause,
  setPause,
  getCatalog,
  getServiceArea,
  listAvailableDumpsterTypes,
  listUnavailableDates,
  getNextAvailableDate,
  createPaymentIntent,
  getBookingStatus,
  ...CREDENTIAL_ENDPOINTS,
  logout,
  getCurrentUser,
  listSessions,
  endSession,
  endOtherSessions,
  listUsers,
  getUser,
  createUser,
  updateUser,
  deactivateUser,
  reactivateUser,
  upgradeToSuperAdmin,
  listUserHistory,
  listStaff,
  createStaff,
  deactivateStaff,
  changeStaffRole,
  listDumpsters,
  getDumpster,
  getFleetTimeline,
  createDumpster,
  updateDumpster,
  deleteDumpster,
  getUnitLocation,
  correctUnitLocation,
  listDumpsterSchedule,
  listSchedules,
  listSizeAvailability,
  listTrucks,
  createTruck,
  updateTruck,
  deleteTruck,
  listSites,
  createSite,
  updateSite,
  deleteSite,
  getDispatchSettings,
  updateDispatchSettings,
  listDispatchHistory,
  listHolds,
  releaseHold,
  listBookings,
  listBookingOptions,
  createBooking,
  getBooking,
  updateBooking,
  setBookingStatus,
  setFinalPrice,
  listJobs,
  markJobDone,
  setJobWindow,
  undoJob,
  ...DISPATCH_ENDPOINTS,
  moveBooking,
  makeBookingChange,
  listChangeDays,
  clearAttention,
  listFreeDumpsters,
  listBookingHistory,
  sendReminder,
  startBulkAction,
  listBulkActions,
  getBulkAction,
  retryBulkAction,
  markBulkActionsSeen,
  listMessages,
  sendMessage,
  listColleagues,
  listUnreadMentions,
  markMessagesRead,
  listDumpTickets,
  addDumpTicket,
  voidDumpTicket,
  getPriceProposal,
  addPriceAddition,
  voidPriceAddition,
  changeKeptDays,
  getDashboard,
  getTruckCalendar,
  ...DRIVER_ENDPOINTS,
  openLive,
  searchPalette,
  listSearchSuggestions,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  getToday,
  getCatalogNames,
  ...CLIENT_ENDPOINTS,
  listTransactions,
  getTransaction,
  getBookingPage,
  getBookingPayments,
  recordPayment,
  voidPayment,
  processRemainingPayment,
  resolveOperation,
  refundPayment,
  createPayLink,
  withdrawPayLink,
  readPayLink,
  readRepeatLink,
  listReconciliationIssues,
  getLastReconciliation,
  settleReconciliationIssue,
  exportBookings,
  exportTransactions,
  listNotifications,
  replayNotification,
  releaseNotification,
  releaseNotifications,
  getCatalogDraft,
  ...SECTION_ENDPOINTS,
  changeZoneZips,
  listZoneZips,
  findDraftZone,
  discardCatalogDraft,
  startCatalogDraft,
  rebaseCatalogDraft,
  listCatalogDifferences,
  publishCatalog,
  listCatalogVersions,
  listDeclinedZips,
  getCatalogVersion,
  ...TEXT_ENDPOINTS,
  receiveStripeWebhook,
  getHealth,
  getOpenApi,
  getDocs,
};

export type EndpointName = keyof typeof ENDPOINTS;

/** Every endpoint. The routing checks, the guard test and the OpenAPI document read this list. */
export const ALL_ENDPOINTS: readonly Endpoint[] = Object.values(ENDPOINTS);
