import { createRoot } from 'react-dom/client';
import { AdminApp } from './AdminApp.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<AdminApp />);
