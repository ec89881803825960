import { createServer } from 'node:http'
import process from 'node:process'
import { printHelpIfAsked } from '@corroborate/server-kit/command-line'
import { ensureApp } from './ensure-app.ts'
import { libraries } from './libraries/index.ts'
import { createRelyingParty } from './relying-party.ts'

printHelpIfAsked(`
Usage: npm run relying-party [-- ADDRESS [PACKAGE]]

Serves an application that signs people in by OpenID Connect, at http://localhost:8090 unless ADDRESS is given.
Packages: ${Object.keys(libraries).join(', ')}
`)

/** URL of this application, and the package it signs users in with. */
const [home = 'http://localhost:8090', name = 'openid-client'] = process.argv.slice(2)
const library = await libraries[name]?.()
if (library === undefined) throw new Error(`There is no ${name}: say ${Object.keys(libraries).join(', ')}.`)

const { path = '/back', flags = [] } = library
const title = name === 'openid-client' ? 'Reader' : `Reader on ${name}`
const registered = await ensureApp(home, { name: title, path, flags })
const server = createServer(createRelyingParty({ registered, library: await library.open(registered), path }))
server.listen(Number(new URL(home).port), () => process.stdout.write(`\n  Reader  ${home}\n\n`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.closeAllConnections()
    server.close()
  })
}
