import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { adminRouter } from './routes.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={adminRouter()} />);
