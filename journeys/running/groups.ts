import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that share a system: one worker runs them, one after the other. */
export type Group = { name: string; files: string[] };

/** The groups that take longest. They begin first, so that no worker is left with one at the end. */
const LONGEST_FIRST = ['booking', 'office', 'driving', 'payment'];

/**
 * The files with the same environment are a group, because starting a system for each worker took longer than the time
 * that a second worker saved. Large groups are divided by folder. A file with an environment of its own is a group.
 */
export function groupFiles(folder: string): Group[] {
  const groups = new Map<string, string[]>();
  for (const file of globSync('*/*.test.ts', { cwd: folder }).sort()) {
    const name = groupOf(file, readFileSync(join(folder, file), 'utf8'));
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  const rank = (name: string) => (LONGEST_FIRST.includes(name) ? LONGEST_FIRST.indexOf(name) : 99);
  return [...groups]
    .map(([name, files]) => ({ name, files }))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || b.files.length - a.files.length);
}

function groupOf(file: string, source: string): string {
  const [area = ''] = file.split('/');
  const constant = /\benvironment: ([A-Z_]+)\b/.exec(source)?.[1]?.toLowerCase();
  if (constant) return constant === 'office' && area !== 'office' ? 'money' : constant;
  const name = file.slice(0, -'.test.ts'.length);
  return /\benvironment:/.test(source) ? name : (AREAS[area] ?? area);
}

/** Of files with the settings of the default system. */
const AREAS: Record<string, string> = { embedding: 'payment', office: 'payment', driver: 'payment' };
