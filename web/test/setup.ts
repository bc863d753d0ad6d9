import { cleanup, configure } from '@testing-library/react';

// A busy machine can take longer than the default second. Passing tests do not wait longer.
configure({ asyncUtilTimeout: 10_000 });

// jsdom does not implement opening and closing dialogs.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Test files share one window. Each starts on an empty page, without what an earlier file stored.
cleanup();
for (const part of [document.head, document.body]) part.replaceChildren();
for (const { name } of [...document.documentElement.attributes])
  document.documentElement.removeAttribute(name);
sessionStorage.clear();
localStorage.clear();
window.history.replaceState(null, '', '/');
