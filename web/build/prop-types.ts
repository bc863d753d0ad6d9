/**
 * Replaces the package `prop-types`, which @stripe/react-stripe-js imports. React 19 does not check prop types, so
 * the real package would only add to what a customer downloads.
 */
const PropTypes = { any: undefined, func: {}, object: undefined, string: undefined };

// biome-ignore lint/style/noDefaultExport: the package that it replaces has a default export
export default PropTypes;
