import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '../../testing/index.ts'

/** Terminates TLS in front of plain servers, like a reverse proxy. `backends` maps host names to addresses. */
export const startTlsFront = async (certificate: Certificate, backends: Readonly<Record<string, string>>) => {
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const onward = request(new URL(url, backends[headers.host ?? '']), { method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
