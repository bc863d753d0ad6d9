import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Budget, budgetTable, measure, type Scripts } from '#web/build/budgets.ts';

const scripts: Scripts = {
  'index.js': { code: 'start', imports: ['shared.js'], dynamicImports: ['app.js'] },
  'shared.js': { code: 'shared', imports: [], dynamicImports: [] },
  'app.js': { code: 'the app', imports: ['shared.js'], dynamicImports: ['index.js'] },
};
const entries = { index: 'index.js' };
const size = (...codes: string[]) => codes.reduce((sum, code) => sum + gzipSync(code).length, 0);
const budget = (reach: Budget['reach']): Budget => ({
  what: 'page',
  entries: ['index'],
  reach,
  maxBytes: 60,
});

test('before the first touch only what is imported at once counts', () => {
  expect(measure(budget('start'), scripts, entries).bytes).toBe(size('start', 'shared'));
});

test('what loads later counts once, cycles included', () => {
  expect(measure(budget('all'), scripts, entries).bytes).toBe(size('start', 'shared', 'the app'));
});

test('extras count only what nothing else loads', () => {
  const withExtra: Scripts = {
    ...scripts,
    'app.js': { code: 'the app', imports: ['shared.js'], dynamicImports: ['calculator.js'] },
    'calculator.js': {
      code: 'the calculator',
      imports: ['shared.js', 'slider.js'],
      dynamicImports: [],
      facadeModuleId: '/web/public/booking/extras/Calculator.tsx',
    },
    'slider.js': { code: 'a slider', imports: [], dynamicImports: [] },
  };
  expect(measure(budget('all'), withExtra, entries).bytes).toBe(size('start', 'shared', 'the app'));
  expect(measure(budget('extras'), withExtra, entries).bytes).toBe(size('the calculator', 'a slider'));
});

test('a document without a script throws', () => {
  expect(() => measure({ ...budget('all'), entries: ['gone'] }, scripts, entries)).toThrow(
    'No script for gone',
  );
});

test('the payment counts what is loaded after the details', () => {
  const withPayment: Scripts = {
    ...scripts,
    'app.js': { code: 'the app', imports: ['shared.js'], dynamicImports: ['pay.js'] },
    'pay.js': {
      code: 'pay',
      imports: ['shared.js'],
      dynamicImports: [],
      facadeModuleId: '/web/public/booking/LastSteps.tsx',
    },
  };
  expect(measure(budget('details'), withPayment, entries).bytes).toBe(size('start', 'shared', 'the app'));
  expect(measure(budget('payment'), withPayment, entries).bytes).toBe(size('pay'));
});

test('the table marks what is over', () => {
  const table = budgetTable([
    { ...budget('all'), what: 'small', bytes: 59 },
    { ...budget('all'), what: 'large', bytes: 61 },
  ]);
  expect(table).toMatch(/small +0\.1 +0\.1$/m);
  expect(table).toMatch(/large +0\.1 +0\.1 {2}OVER$/m);
});
