window.Stripe = Object.assign(() => ({}), { version: 'endive' });
