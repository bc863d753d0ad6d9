import type { Plugin } from 'vite';

/** Of the libraries, as they are published: one statement a line. */
const DISPLAY_NAME = /^[\w$]+\.displayName = "[^"]*";$/gm;
const COMPONENT = /^(const [\w$]+ = )([\w$]+\.(?:forwardRef|createContext|memo)\()/gm;

/**
 * Lets Rolldown leave out components of libraries that no page uses. It keeps a call of forwardRef and a component
 * with a displayName, because either could have an effect. A displayName is for React's developer tools only.
 */
export function pureComponents(): Plugin {
  return {
    name: 'site-pure-components',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/.*\.m?js$/, code: 'displayName' },
      handler: (code) => withoutNames(code),
    },
  };
}

/** Returns the module without display names, its components marked as free of effects. */
export function withoutNames(code: string): string {
  return code.replaceAll(DISPLAY_NAME, '').replaceAll(COMPONENT, '$1/* @__PURE__ */ $2');
}
