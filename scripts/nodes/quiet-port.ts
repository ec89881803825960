import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below Linux's ephemeral port range, so that no other process takes the port before it is used. */
const [lowest, highest] = [20_000, 32_000]

/** Returns an unused port that is never assigned automatically. */
export const quietPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, highest)
    const server = createServer()
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
