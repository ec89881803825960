import type { IncomingHttpHeaders } from 'node:http'

/** The cookies of one browser. */
export type CookieJar = ReturnType<typeof createCookieJar>

export const createCookieJar = () => {
  const cookies = new Map<string, string>()
  return {
    has: (name: string): boolean => cookies.has(name),
    set: (name: string, value: string): void => void cookies.set(name, value),
    /** Applies a response's cookies. */
    take: (headers: IncomingHttpHeaders): void => {
      for (const line of headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/; *max-age=0(;|$)/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
    /** The header of a request; none where there is no cookie. */
    header: (): Record<string, string> =>
      cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  }
}
