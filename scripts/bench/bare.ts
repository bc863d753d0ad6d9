import { Hono } from 'hono';

/** The measure of things: Hono and D1 on the same tables, with none of the product's rules. */
const app = new Hono<{ Bindings: { DB: D1Database } }>();

app.get('/bare/read', async (c) => {
  const row = await c.env.DB.prepare('SELECT * FROM dumpsters WHERE id = ?').bind(1).first();
  return c.json(row);
});

app.post('/bare/write', async (c) => {
  const { text } = await c.req.json<{ text: string }>();
  const sql =
    'INSERT INTO analytics_events (event_type, event_data, created_at) VALUES (?, ?, ?) RETURNING id';
  const row = await c.env.DB.prepare(sql).bind('bench', text, Date.now()).first();
  return c.json(row);
});

export default app;
