import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** The part of a Rolldown chunk that budgets need. */
type ScriptFile = {
  code: string;
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The module that a dynamic import names. */
  facadeModuleId?: string | null;
};
export type Scripts = Record<string, ScriptFile>;

export type Budget = {
  what: string;
  /** The entries whose script counts, and documents and stylesheets by their names. The first is the document's script. */
  entries: string[];
  /**
   * 'start': script loaded before the first input; 'details': until the details step is usable; 'payment': what is loaded
   * while the details are typed; 'all': everything that is loaded later; 'extras': what only customers load who open an
   * extra, or whose days, price, payment or booking need an explanation.
   */
  reach: 'start' | 'details' | 'payment' | 'all' | 'extras';
  maxBytes: number;
};

export type Measure = Budget & { bytes: number };

const KB = 1000;
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/;

/** gzip sizes, without Stripe.js, which Stripe serves. */
const BUDGETS: Budget[] = [
  {
    what: 'public page, before the first touch',
    entries: ['index', 'inline'],
    reach: 'start',
    maxBytes: 5 * KB,
  },
  {
    what: 'public page, until the details step is usable',
    entries: ['index', 'inline'],
    reach: 'details',
    maxBytes: 153 * KB,
  },
  { what: 'public page, payment and confirmation', entries: ['index'], reach: 'payment', maxBytes: 20 * KB },
  { what: 'public page, extras', entries: ['index'], reach: 'extras', maxBytes: 20 * KB },
  { what: 'payment-success', entries: ['payment-success', 'inline'], reach: 'all', maxBytes: 112 * KB },
  { what: 'pay', entries: ['pay', 'inline'], reach: 'all', maxBytes: 125 * KB },
  {
    what: 'admin, list of bookings',
    entries: ['admin', 'theme', 'preload'],
    reach: 'start',
    maxBytes: 160 * KB,
  },
  { what: 'preview of a draft', entries: ['preview', 'theme'], reach: 'all', maxBytes: 190 * KB },
  {
    what: 'driver, with document and style, before the first stop',
    entries: ['driver', 'theme', 'driver.html', 'driver.css'],
    reach: 'start',
    maxBytes: 100 * KB,
  },
  { what: 'terms, privacy, 404', entries: ['inline'], reach: 'all', maxBytes: 1.5 * KB },
];

/** Prints the script size of each document and fails the build if one is over budget. */
export function budgets(): Plugin {
  return {
    name: 'site-budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const { scripts, entries } = scriptsOf(bundle);
      const built = BUDGETS.filter(({ entries: [document = ''] }) => entries[document]);
      const measures = built.map((budget) => measure(budget, scripts, entries));
      process.stdout.write(`${budgetTable(measures)}\n`);
      const broken = measures.filter(({ bytes, maxBytes }) => bytes > maxBytes);
      if (broken.length > 0) throw new Error(`Over budget: ${broken.map(({ what }) => what).join('; ')}`);
    },
  };
}

/** `entries` maps an entry's name to its file. */
export function measure(budget: Budget, scripts: Scripts, entries: Record<string, string>): Measure {
  const starts = budget.entries.map((name) => {
    const file = entries[name];
    if (!file) throw new Error(`No script for ${name}`);
    return file;
  });
  const module = (file: string) => scripts[file]?.facadeModuleId ?? '';
  const follows = {
    start: () => false,
    details: (file: string) => !EXTRA.test(module(file)) && !PAYMENT.test(module(file)),
    all: (file: string) => !EXTRA.test(module(file)),
    extras: () => true,
  };
  const reached = (reach: keyof typeof follows) => reachableFiles(scripts, starts, follows[reach]);
  const files = {
    start: () => reached('start'),
    details: () => reached('details'),
    payment: () => without(reached('all'), reached('details')),
    all: () => reached('all'),
    extras: () => without(reached('extras'), reached('all')),
  }[budget.reach]();
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(scripts[file]?.code ?? '').length, 0);
  return { ...budget, bytes };
}

function without(files: Set<string>, others: Set<string>): string[] {
  return [...files].filter((file) => !others.has(file));
}

/** What is loaded while the details are typed. */
const PAYMENT = /\/booking\/LastSteps\.tsx$/;

/** Modules that are loaded on demand; customers who open none of them book without them. */
const EXTRA = /\/booking\/extras\/|\/calendar-download\.ts$/;

/** The files and their imports; of dynamic imports those that `follows` accepts. */
function reachableFiles(scripts: Scripts, starts: string[], follows: (file: string) => boolean): Set<string> {
  const files = new Set<string>();
  const visit = (file: string) => {
    const script = scripts[file];
    if (!script || files.has(file)) return;
    files.add(file);
    [...script.imports, ...script.dynamicImports.filter(follows)].forEach(visit);
  };
  starts.forEach(visit);
  return files;
}

export function budgetTable(measures: Measure[]): string {
  const width = Math.max(...measures.map(({ what }) => what.length));
  const kb = (bytes: number) => (bytes / KB).toFixed(1).padStart(6);
  return [
    `${'script, kB gzip'.padEnd(width)}     is    may`,
    ...measures.map(({ what, bytes, maxBytes }) => {
      const verdict = bytes > maxBytes ? '  OVER' : '';
      return `${what.padEnd(width)} ${kb(bytes)} ${kb(maxBytes)}${verdict}`;
    }),
  ].join('\n');
}

function scriptsOf(bundle: Rolldown.OutputBundle) {
  const scripts: Scripts = {};
  const entries: Record<string, string> = {};
  for (const [file, output] of Object.entries(bundle)) {
    if (output.type === 'chunk') {
      scripts[file] = output;
      if (output.isEntry) entries[output.name] = file;
      continue;
    }
    const text = String(output.source);
    const [, asset] = /^assets\/(theme|preload)-.*\.js$/.exec(file) ?? [];
    const [, sheet] = /^assets\/(\w+)-.*\.css$/.exec(file) ?? [];
    if (sheet || file.endsWith('.html')) {
      const name = sheet ? `${sheet}.css` : file;
      scripts[name] = { code: text, imports: [], dynamicImports: [] };
      entries[name] = name;
    }
    // The same in all documents.
    const [, inline] = file.endsWith('.html') ? (INLINE_SCRIPT.exec(text) ?? []) : [];
    const name = inline ? 'inline' : asset;
    if (!name) continue;
    scripts[file] = { code: inline ?? text, imports: [], dynamicImports: [] };
    entries[name] = file;
  }
  return { scripts, entries };
}
