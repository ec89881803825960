import { logoutMark } from '@corroborate/wire/idp'
import type { openidUnderTest } from './relying-party.ts'

type Provider = Awaited<ReturnType<typeof openidUnderTest>>

/** URL of the project's consent page. */
export const consentPage = 'https://site.example.org/oauth/authorize'

/**
 * Creates a minimal browser for applications: stores cookies by origin, follows redirects, and acts on the project's consent page as a
 * signed-in user who approves consent and logout.
 */
export const openAgent = ({ decide, sdk }: Pick<Provider, 'decide' | 'sdk'>, session: string) => {
  const jar = new Map<string, Map<string, string>>()

  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    const cookies = jar.get(url.host) ?? new Map<string, string>()
    jar.set(url.host, cookies)
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }

  const answerPage = async (url: URL): Promise<URL> => {
    if (url.searchParams.get(logoutMark.name) !== logoutMark.value) {
      const { url: next, started, submitted } = await decide(url, session)
      if (next === null) throw new Error(JSON.stringify([started.json, submitted.json]))
      return next
    }
    const { data, json } = await sdk('POST', '/oauth/logout/start', Object.fromEntries(url.searchParams), { session })
    if (typeof data.redirect_uri !== 'string') throw new Error(JSON.stringify(json))
    await sdk('POST', '/sessions/revoke', undefined, { session })
    return new URL(data.redirect_uri)
  }

  /** Follows redirects until a final response or an unreachable address. */
  const go = async (place: string | URL, init: RequestInit = {}, until = 'none:') => {
    let url = new URL(place)
    let next = init
    for (let hops = 0; hops < 12; hops++) {
      if (url.href.startsWith(until)) return { url, status: 0, text: '' }
      if (url.href.startsWith(consentPage)) {
        url = await answerPage(url)
        next = {}
        continue
      }
      const answer = await send(url, next)
      const location = answer.headers.get('Location')
      if (location === null) return { url, status: answer.status, text: await answer.text() }
      await answer.body?.cancel()
      url = new URL(location, url)
      next = {}
    }
    throw new Error(`${url} leads in a circle.`)
  }

  return { go }
}
