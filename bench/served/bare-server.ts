/**
 * Fastify without hooks or plugins, which gives the same short answer to everything: the most that a call can reach.
 */
import fastify from 'fastify';

const server = fastify();
server.get('/', { schema: { response: { 200: answer() } } }, () => ({ ok: true }));
const address = await server.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.once('disconnect', () => process.exit(0));
process.send?.({ address });

function answer() {
  return { type: 'object', properties: { ok: { type: 'boolean' } } };
}
