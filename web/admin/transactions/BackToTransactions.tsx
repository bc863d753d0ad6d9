import type { ReactNode } from 'react';
import { PATHS } from '#web/paths.ts';
import { BackToList } from '#web/table/BackToList.tsx';

export function BackToTransactions(props: { className: string; children: ReactNode }) {
  return <BackToList to={PATHS.adminTransactions} {...props} />;
}
