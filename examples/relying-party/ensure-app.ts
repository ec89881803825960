import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')
const name = 'Reader'

/** The provider's own command line, which is how an operator registers an application. */
const identity = async <Answer>(...words: string[]): Promise<Answer> => {
  const command = [join(repository, 'identity', 'cli.ts'), 'app', ...words, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: repository })
  return JSON.parse(stdout)
}

type App = { client_id: string; name: string }
type Credentials = { client_id: string; client_secret: string; issuer: string }

/**
 * Registers this application with the provider on this machine, or gives the one that is there another secret. Elsewhere an
 * operator does it once, and the application reads id, secret and issuer from its settings.
 */
export const ensureApp = async (home: string) => {
  const known = (await identity<App[]>('list')).find(app => app.name === name)
  const addresses = ['--redirect', `${home}/back`, '--post-logout-redirect', `${home}/`]
  const made =
    known === undefined
      ? await identity<Credentials>('create', '--name', name, ...addresses)
      : await identity<Credentials>('rotate-secret', known.client_id)
  if (known !== undefined) await identity('set', known.client_id, ...addresses)
  return { issuer: made.issuer, clientId: made.client_id, clientSecret: made.client_secret }
}
