import { AccountPage } from './account/AccountPage.tsx';
import { OutboxPage } from './account/OutboxPage.tsx';
import type { DriverView } from './address.ts';
import { InspectionPage } from './inspections/InspectionPage.tsx';
import { MessagesPage } from './messages/MessagesPage.tsx';
import { StopPage } from './stops/StopPage.tsx';

type Props = { view: Exclude<DriverView, { view: 'route' }>; startUpdate: (() => void) | null };

/**
 * The pages that follow the list of stops. They are loaded after it, because a phone can have a slow connection, and
 * together: a form must open without coverage, and after another tab has started a newer version.
 */
export function LaterPages({ view, startUpdate }: Props) {
  switch (view.view) {
    case 'stop':
      return <StopPage key={view.stopId} stopId={view.stopId} part={view.part} />;
    case 'inspection':
      return <InspectionPage key={`${view.routeId} ${view.kind}`} routeId={view.routeId} kind={view.kind} />;
    case 'messages':
      return (
        <MessagesPage key={`${view.routeId} ${view.stopId}`} routeId={view.routeId} stopId={view.stopId} />
      );
    case 'outbox':
      return <OutboxPage />;
    case 'account':
      return <AccountPage startUpdate={startUpdate} />;
  }
}
