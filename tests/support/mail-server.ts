/** A mail server that keeps what it receives. It refuses mail to full@... */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface ReceivedMail {
  /** Lines such as RCPT TO:<ada@example.com>. */
  recipients: string[];
  content: string;
}

export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const server = createServer((socket) => {
    let mail: ReceivedMail = { recipients: [], content: '' };
    let isContent = false;
    let pending = '';
    // A sender that is killed resets its connection.
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    socket.write('220 ready\r\n');
    socket.on('data', (chunk: string) => {
      pending += chunk;
      const lines = pending.split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (isContent && line !== '.') {
          mail.content += `${line}\n`;
          continue;
        }
        if (isContent) {
          isContent = false;
          received.push(mail);
          mail = { recipients: [], content: '' };
          socket.write('250 accepted\r\n');
        } else if (line.startsWith('DATA')) {
          isContent = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('QUIT')) {
          socket.end('221 bye\r\n');
        } else {
          if (line.startsWith('RCPT TO')) mail.recipients.push(line);
          socket.write(line.includes('full@') ? '452 mailbox full\r\n' : '250 ok\r\n');
        }
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}
