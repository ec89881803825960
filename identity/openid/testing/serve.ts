import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** An application on a port of its own, for one test; returns its origin. */
export const serve = async (listener: (origin: string) => RequestListener): Promise<string> => {
  let origin = ''
  const server = createServer((request, response) => listener(origin)(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return origin
}
