import { useEffect, useState } from 'react';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { PATHS } from '#web/paths.ts';
import DispatchPage from './DispatchPage.tsx';
import { isOwnDocument } from './map/map-style.ts';

/**
 * The board in a document of its own: only that may load the map (web/build/headers.ts). From another page of the office,
 * the browser loads it whole.
 */
export default function BoardPage() {
  const [isOwn] = useState(() => isOwnDocument(PATHS.adminDispatch));
  useEffect(() => {
    if (!isOwn) location.reload();
  }, [isOwn]);
  return isOwn ? <DispatchPage /> : <LoadingScreen>Loading the board...</LoadingScreen>;
}
