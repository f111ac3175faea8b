import { startReceiver } from '../../demo/services/webhooks/receiver.ts';

/** A receiver that accepts at once, and how long after they happened events have arrived, in milliseconds. */
export async function promptReceiver() {
  const delays: number[] = [];
  const receiver = await startReceiver({
    instead(request, response) {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        delays.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
        response.writeHead(204).end();
      });
      return true;
    },
  });
  return { url: receiver.url, delays, [Symbol.asyncDispose]: receiver.close };
}

/** A receiver that takes connections and never answers. */
export async function hangingReceiver() {
  const receiver = await startReceiver({ instead: () => true });
  return { url: receiver.url, connections: receiver.connections, [Symbol.asyncDispose]: receiver.close };
}
