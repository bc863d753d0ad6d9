import { Drawing } from '#web/kit/ui/Icon.tsx';

const DRAWINGS = {
  navigate: 'M12 3 4 20l8-4 8 4L12 3Z',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4V8Zm8 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sign: 'M4 19h16M5 15c3-8 5-9 6-7s-3 7-1 7 3-4 4-3 0 3 1 3 2-1 4-2',
  ticket: 'M5 4h14v16l-3-2-2 2-2-2-2 2-2-2-3 2V4Zm4 5h6m-6 4h6',
  unit: 'M3 8h18l-2 9H5L3 8Zm4 9v2m10-2v2',
  waiting: 'M12 19V6m-6 6 6-6 6 6',
} as const;

export type DriverIconName = keyof typeof DRAWINGS;

export function DriverIcon({ name, className = 'size-6' }: { name: DriverIconName; className?: string }) {
  return <Drawing d={DRAWINGS[name]} className={className} />;
}
