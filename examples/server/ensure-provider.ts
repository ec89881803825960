import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError } from '@corroborate/server-kit/operator-error'

const repository = join(import.meta.dirname, '..', '..')

/** Makes sure that a provider answers at an origin: builds the widget and starts one when none does. @returns how to end it */
export const ensureProvider = async (origin: string): Promise<() => Promise<void>> => {
  if (await answers(origin)) return async () => undefined
  const build = script('scripts/build.ts', 'widget')
  build.stdout.resume()
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new OperatorError('The widget could not be built: see above.')

  const server = script('identity/start.ts')
  const hasStarted = await new Promise<boolean>(resolve => {
    createInterface({ input: server.stdout }).on('line', () => resolve(true))
    server.once('exit', () => resolve(false))
  })
  if (!hasStarted || !(await answers(origin))) {
    server.kill()
    throw new OperatorError(`No identity provider answers at ${origin}, and none could be started there.`)
  }
  return async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill()
    await once(server, 'exit')
  }
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

const script = (path: string, ...words: string[]) =>
  spawn(process.execPath, [join(repository, path), ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
