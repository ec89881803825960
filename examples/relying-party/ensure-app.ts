import { identity } from './identity-cli.ts'
import type { Registered } from './libraries/library.ts'

type App = { client_id: string; name: string }
type Credentials = { client_id: string; client_secret: string; issuer: string }

/**
 * Registers this application with the local provider, or rotates the secret of an existing one. In production an operator does this once,
 * and the application reads ID, secret and issuer from its settings.
 * @param name display name
 * @param path redirect path
 * @param flags more flags of `app create`
 */
export const ensureApp = async (
  home: string,
  { name, path, flags }: { name: string; path: string; flags: readonly string[] },
): Promise<Registered> => {
  const known = (await identity<App[]>('app', 'list')).find(app => app.name === name)
  const said = ['--redirect', home + path, '--post-logout-redirect', `${home}/`, ...flags]
  const made =
    known === undefined
      ? await identity<Credentials>('app', 'create', '--name', name, ...said)
      : await identity<Credentials>('app', 'rotate-secret', known.client_id)
  if (known !== undefined) await identity('app', 'set', known.client_id, ...said)
  return { home, issuer: made.issuer, clientId: made.client_id, clientSecret: made.client_secret }
}
