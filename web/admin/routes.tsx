import { createBrowserRouter, redirect } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { NotFoundCard } from '#web/ui/NotFoundCard.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { LoginScreen } from './LoginScreen.tsx';

/** The back office's addresses; the public documents have none of this. */
export function adminRouter() {
  return createBrowserRouter([
    {
      element: <AdminFrame />,
      children: [
        { path: PATHS.admin, loader: () => redirect(PATHS.adminLogin) },
        { path: PATHS.adminLogin, element: <LoginScreen /> },
        { path: '*', element: <NotFoundCard backTo={PATHS.admin} backText="Go to the back office" /> },
      ],
    },
  ]);
}
