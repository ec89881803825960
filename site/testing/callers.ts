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

/** Who a call still takes somebody for, when their account was deleted after they were let in. */
export const deletedAccount = {
  id: 'gone',
  key: 'user:gone',
  signedIn: true,
  name: 'Ada',
  email: null,
  roles: [],
  proved: true,
} as const

/** The connection that all calls come over; where `TRUSTED_PROXIES` names it, `x-forwarded-for` says from where. */
const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

/** The application under test, with the clock of its identity provider, and people who call it. */
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

  /** Somebody with an account, and the roles they have as well; unless `proved`, nothing shows that a person is behind it. */
  const person = (
    email: string,
    { roles = [], minutes = 60, proved = true }: { roles?: readonly string[]; minutes?: number; proved?: boolean } = {},
  ) => {
    const user = provider.addUser(email, { firstName: 'Ada', roles: ['stytch_user', ...roles], proved })
    const { token } = provider.signIn(user, minutes)
    const send = callWith(`corroborate_session=${token}.`)
    /** Opens a page, and goes on with the cookie that a browser has from then on: the provider is not asked again for a while. */
    const comeIn = async (): Promise<SendCall> => {
      const [cookie] = (await send('/about', null)).headers.get('set-cookie')?.split(';') ?? []
      if (cookie === undefined) throw new Error('The site has given no cookie.')
      return callWith(cookie)
    }
    return { id: user.id, send, comeIn }
  }
  return { provider, jobs, origin, person, visitor: { send: callWith(null) } }
}
