export default {
  fetch: () => new Response('Not found', { status: 404 }),
} satisfies ExportedHandler;
