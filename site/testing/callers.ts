import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { type AppTables, type AppUnderTestOptions, appUnderTest } from './app-under-test.ts'
import { startIdentityProvider } from './identity-provider/index.ts'

/** Sends one call: a body that is an object as JSON, a text as a form; null reads. */
export type SendCall = (
  path: string,
  body: object | string | null,
  headers?: Record<string, string>,
  method?: string,
) => Promise<Response>

/** An account deleted after its request was authenticated. */
export const deletedAccount = {
  id: 'gone',
  key: 'user:gone',
  signedIn: true,
  name: 'Ada',
  email: null,
  roles: [],
  proved: true,
} as const

/** Connection of all requests; if `TRUSTED_PROXIES` includes it, `x-forwarded-for` gives the client address. */
const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

/** The application under test with its identity provider's clock, and clients. */
export const startCallers = async (
  db: Kysely<AppTables>,
  settings: Record<string, string> = {},
  more: Pick<AppUnderTestOptions, 'limits' | 'sandbox'> = {},
) => {
  const provider = await startIdentityProvider()
  onTestFinished(() => provider.close())
  const { app, origin, jobs } = appUnderTest({
    ...more,
    db,
    identity: provider.origin,
    settings,
    now: () => provider.clock.now,
  })

  const callWith =
    (cookie: string | null): SendCall =>
    async (path, body, headers = {}, method) => {
      const text = body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const init = {
        method: method ?? (body === null ? 'GET' : 'POST'),
        headers: {
          accept: 'application/json',
          'sec-fetch-site': 'same-origin',
          ...(cookie !== null && { cookie }),
          ...(text !== undefined && {
            'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      }
      return app.request(origin + path, init, fromHere)
    }

  /** Creates a client with an account and roles; unverified unless `proved`. */
  const person = (
    email: string,
    { roles = [], minutes = 60, proved = true }: { roles?: readonly string[]; minutes?: number; proved?: boolean } = {},
  ) => {
    const user = provider.addUser(email, { firstName: 'Ada', roles: ['stytch_user', ...roles], proved })
    const { token } = provider.signIn(user, minutes)
    const send = callWith(`corroborate_session=${token}.`)
    /** Opens a page and continues with its cookie, so that the provider is not queried for a while. */
    const comeIn = async (): Promise<SendCall> => {
      const [cookie] = (await send('/about', null)).headers.get('set-cookie')?.split(';') ?? []
      if (cookie === undefined) throw new Error('The site has given no cookie.')
      return callWith(cookie)
    }
    return { id: user.id, send, comeIn }
  }
  return { provider, jobs, origin, person, visitor: { send: callWith(null) } }
}
