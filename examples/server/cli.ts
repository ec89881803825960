import process from 'node:process'
import { parseArgs } from 'node:util'
import { runProcess } from '@corroborate/server-kit/lifecycle'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { ensureProvider } from './ensure-provider.ts'
import { ensureProject, serveExamples } from './serve-examples.ts'

const usage = `Usage: npm run examples [-- --port 8080]

Serves every page of examples/ on two origins that are not the provider's. A provider that runs already is used;
otherwise one is started. Its project "Examples" is made, or told of these origins.
`

const readPort = (): number | null => {
  try {
    const { values, positionals } = parseArgs({
      options: { port: { type: 'string', default: '8080' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if (positionals.length > 0 && positionals.join() !== 'help')
      throw new Error(`There is no ${positionals.join(' ')}.`)
    if (values.help === true || positionals.length > 0) return null
    if (/^\d{1,5}$/.test(values.port)) return Number(values.port)
    throw new Error(`--port ${values.port} is no port.`)
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** `npm run examples`. */
await runProcess(async life => {
  const port = readPort()
  if (port === null) {
    process.stdout.write(usage)
    return
  }
  const provider = readProcessSettings().identity.origin
  life.onClose('identity provider', await ensureProvider(provider))
  const project = await ensureProject({ provider, port })
  const { origins, close } = await serveExamples({ port, provider, project })
  life.onClose('examples', close)
  process.stdout.write(`
  Examples            ${origins[0]}
  the same, apart     ${origins[1]}
  Mail goes to        ${provider}/dev/mailbox

`)
})
