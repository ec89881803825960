import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import {
  type AppTables,
  appUnderTest,
  type ShownPage,
  type StandInProvider,
  startIdentityProvider,
} from '../../../../testing/index.ts'

/** A page that shows the sign-in state. */
export const paper = '/10.1000/x'

type Options = {
  method?: string
  form?: Record<string, string>
  json?: object
  /** Headers beside the browser's usual ones. */
  headers?: Record<string, string>
}

/** Creates a browser at an address: stores cookies and sends fetch metadata. `asks` is a navigation, `calls` a page script's request. */
export const browserOf = (app: ReturnType<typeof appUnderTest>, address = '192.0.2.1') => {
  const env = { incoming: { socket: { remoteAddress: address } } }
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  const send = async (path: string, { method, form, json, headers = {} }: Options, usual: Record<string, string>) => {
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString()
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
    const init = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        host: new URL(app.origin).host,
        ...usual,
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    }
    const response = await app.app.request(`${app.origin}${path}`, init, env)
    for (const cookie of response.headers.getSetCookie()) {
      setCookies.push(cookie)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/Max-Age=0/.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const shown = () => JSON.parse(text) as ShownPage
    return {
      status: response.status,
      location: response.headers.get('location'),
      headers: response.headers,
      text,
      shown,
    }
  }
  return {
    cookies,
    setCookies,
    asks: (path: string, options: Options = {}) =>
      send(path, options, { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }),
    comesFromElsewhere: (path: string, options: Options = {}) =>
      send(path, options, { accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }),
    /** A navigation of a browser that does not say where it comes from. */
    says: (path: string, options: Options = {}) => send(path, options, { accept: 'text/html' }),
    calls: (path: string, options: Options = {}) =>
      send(path, options, { accept: '*/*', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }),
  }
}

export type Browser = ReturnType<typeof browserOf>

export const signedInOn = async (browser: Browser): Promise<boolean> =>
  (await browser.asks(paper)).shown().reader.signedIn

/** Returns the server's news for the next page's script. */
export const newsOf = (browser: Browser) =>
  JSON.parse(decodeURIComponent(browser.cookies.get('corroborate_session_news') ?? 'null'))

/** Creates the site, its provider, whose clock it uses, and a browser. */
export const siteOn = async (
  db: Kysely<AppTables>,
  settings: Record<string, string> = {},
  wish: { requirePkce?: boolean } = {},
) => {
  const provider = await startIdentityProvider(wish)
  onTestFinished(() => provider.close())
  const app = appUnderTest({ db, identity: provider.origin, settings, now: () => provider.clock.now })
  return { provider, db, app, browser: browserOf(app) }
}

export const ada = (provider: StandInProvider) =>
  provider.addUser('ada@example.org', { firstName: 'Ada', lastName: 'Lovelace' })

/** The same with a browser in which Ada has signed in, and her session at the provider. */
export const signedInSiteOn = async (db: Kysely<AppTables>, settings?: Record<string, string>) => {
  const site = await siteOn(db, settings)
  const session = site.provider.signIn(ada(site.provider))
  await site.browser.calls(`/authenticate?session_token=${session.token}`)
  return { ...site, session }
}
