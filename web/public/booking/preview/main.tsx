// First: what the page imports must find neither its storage nor the network.
import './isolate.ts';

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { answerFrom } from './isolate.ts';
import { PreviewPage } from './PreviewPage.tsx';

// The page as in a tab of its own, with header and footer.
delete document.documentElement.dataset.framed;
document.addEventListener('click', openElsewhere, { capture: true });
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <PreviewPage onDraft={answerFrom} />
    </QueryClientProvider>,
  );
}

/** Other documents refuse to be framed, so their links open a tab. */
function openElsewhere({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link && link.target === '' && link.protocol.startsWith('http') && link.pathname !== location.pathname)
    link.target = '_blank';
}
