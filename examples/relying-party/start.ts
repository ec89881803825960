import { createServer } from 'node:http'
import process from 'node:process'
import * as openid from 'openid-client'
import { ensureApp } from './ensure-app.ts'
import { createRelyingParty } from './relying-party.ts'

/** Where this application is. */
const home = process.argv[2] ?? 'http://localhost:8090'

const { issuer, clientId, clientSecret } = await ensureApp(home)
// A provider has no TLS on this machine, and nowhere else.
const execute = issuer.startsWith('http://localhost:') ? [openid.allowInsecureRequests] : []
const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute })
const server = createServer(createRelyingParty(config, home))
server.listen(Number(new URL(home).port), () => process.stdout.write(`\n  Reader  ${home}\n\n`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.closeAllConnections()
    server.close()
  })
}
