import { createRoot } from 'react-dom/client';
import { DriverApp } from './DriverApp.tsx';
import { startDriver } from './store.ts';

const root = document.getElementById('root');
if (root) createRoot(root).render(<DriverApp />);
void startDriver();
// Safari on iPhones shows the pressed state of a control only with a listener for touches.
document.addEventListener('touchstart', () => {}, { passive: true });
