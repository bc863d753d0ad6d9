import { ALL_ENDPOINTS, type EndpointName } from '#contract/all.ts';
import type { DocumentedEndpoint, EndpointDocs } from '#contract/endpoint-docs.ts';
import { authDocs } from './auth.ts';
import { availabilityDocs } from './availability.ts';
import { blackoutDaysDocs } from './blackout-days.ts';
import { bookingChangesDocs } from './booking-changes.ts';
import { bookingDetailsDocs } from './booking-details.ts';
import { bookingPageDocs } from './booking-page.ts';
import { bulkActionsDocs } from './bulk-actions.ts';
import { businessDocs } from './business.ts';
import { businessChangesDocs } from './business-changes.ts';
import { carryOverDocs } from './carry-over.ts';
import { catalogDraftDocs } from './catalog-draft.ts';
import { catalogNamesDocs } from './catalog-names.ts';
import { catalogPublishDocs } from './catalog-publish.ts';
import { checkoutDocs } from './checkout.ts';
import { clientsDocs } from './clients.ts';
import { credentialsDocs } from './credentials.ts';
import { dashboardDocs } from './dashboard.ts';
import { declinedZipsDocs } from './declined-zips.ts';
import { dispatchDocs } from './dispatch.ts';
import { dispatchOutDocs } from './dispatch-out.ts';
import { dispatchPlanDocs } from './dispatch-plan.ts';
import { dispatchRoutesDocs } from './dispatch-routes.ts';
import { dispatchSettingsDocs } from './dispatch-settings.ts';
import { driverActionsDocs } from './driver-actions.ts';
import { driverApprovalsDocs } from './driver-approvals.ts';
import { driverConflictsDocs } from './driver-conflicts.ts';
import { driverPhotosDocs } from './driver-photos.ts';
import { driverRoutesDocs } from './driver-routes.ts';
import { driverSessionDocs } from './driver-session.ts';
import { dumpTicketsDocs } from './dump-tickets.ts';
import { holdsDocs } from './holds.ts';
import { inspectionsDocs } from './inspections.ts';
import { inventoryDocs } from './inventory.ts';
import { jobsDocs } from './jobs.ts';
import { keptWindowsDocs } from './kept-windows.ts';
import { liveDocs } from './live.ts';
import { messagesDocs } from './messages.ts';
import { newBookingDocs } from './new-booking.ts';
import { notificationsDocs } from './notifications.ts';
import { paletteDocs } from './palette.ts';
import { payLinksDocs } from './pay-links.ts';
import { paymentsDocs } from './payments.ts';
import { pinsDocs } from './pins.ts';
import { platformDocs } from './platform.ts';
import { priceProposalDocs } from './price-proposal.ts';
import { publicCatalogDocs } from './public-catalog.ts';
import { pushDocs } from './push.ts';
import { reconciliationDocs } from './reconciliation.ts';
import { recordedPaymentsDocs } from './recorded-payments.ts';
import { repeatLinksDocs } from './repeat-links.ts';
import { routeMessagesDocs } from './route-messages.ts';
import { savedViewsDocs } from './saved-views.ts';
import { searchSuggestionsDocs } from './search-suggestions.ts';
import { serviceAreaDocs } from './service-area.ts';
import { sitesDocs } from './sites.ts';
import { staffDocs } from './staff.ts';
import { staffBookingsDocs } from './staff-bookings.ts';
import { stopRecordsDocs } from './stop-records.ts';
import { termsDocs } from './terms.ts';
import { textsDocs } from './texts.ts';
import { todayDocs } from './today.ts';
import { transactionsDocs } from './transactions.ts';
import { truckCalendarDocs } from './truck-calendar.ts';
import { trucksDocs } from './trucks.ts';
import { unitLocationsDocs } from './unit-locations.ts';
import { usersDocs } from './users.ts';

const DOCS: Readonly<Record<EndpointName, EndpointDocs>> = {
  ...authDocs,
  ...availabilityDocs,
  ...blackoutDaysDocs,
  ...bookingChangesDocs,
  ...bookingDetailsDocs,
  ...bookingPageDocs,
  ...bulkActionsDocs,
  ...businessDocs,
  ...businessChangesDocs,
  ...carryOverDocs,
  ...catalogDraftDocs,
  ...catalogNamesDocs,
  ...catalogPublishDocs,
  ...checkoutDocs,
  ...clientsDocs,
  ...credentialsDocs,
  ...dashboardDocs,
  ...declinedZipsDocs,
  ...dispatchDocs,
  ...dispatchOutDocs,
  ...dispatchPlanDocs,
  ...dispatchRoutesDocs,
  ...dispatchSettingsDocs,
  ...driverActionsDocs,
  ...driverApprovalsDocs,
  ...driverConflictsDocs,
  ...driverPhotosDocs,
  ...driverRoutesDocs,
  ...driverSessionDocs,
  ...dumpTicketsDocs,
  ...holdsDocs,
  ...inspectionsDocs,
  ...inventoryDocs,
  ...jobsDocs,
  ...keptWindowsDocs,
  ...liveDocs,
  ...messagesDocs,
  ...newBookingDocs,
  ...notificationsDocs,
  ...paletteDocs,
  ...payLinksDocs,
  ...paymentsDocs,
  ...pinsDocs,
  ...platformDocs,
  ...priceProposalDocs,
  ...publicCatalogDocs,
  ...pushDocs,
  ...reconciliationDocs,
  ...recordedPaymentsDocs,
  ...repeatLinksDocs,
  ...routeMessagesDocs,
  ...savedViewsDocs,
  ...searchSuggestionsDocs,
  ...serviceAreaDocs,
  ...sitesDocs,
  ...staffDocs,
  ...staffBookingsDocs,
  ...stopRecordsDocs,
  ...termsDocs,
  ...textsDocs,
  ...todayDocs,
  ...transactionsDocs,
  ...truckCalendarDocs,
  ...trucksDocs,
  ...unitLocationsDocs,
  ...usersDocs,
};

/** Every endpoint with its documentation, in the order of ALL_ENDPOINTS. */
export const DOCUMENTED_ENDPOINTS: readonly DocumentedEndpoint[] = ALL_ENDPOINTS.map((endpoint) => ({
  headers: [],
  errors: [],
  ...DOCS[endpoint.name as EndpointName],
  ...endpoint,
}));
