import { createRoot } from 'react-dom/client';
import { AdminApp } from './AdminApp.tsx';
import { showFacesOnceSeen } from './late-faces.ts';
import { firstPage } from './routes.tsx';

showFacesOnceSeen();
const root = document.getElementById('root');
// It comes beside this script; drawn without it, the page would be seen in three steps instead of one.
if (root) void firstPage.then(() => createRoot(root).render(<AdminApp />));
