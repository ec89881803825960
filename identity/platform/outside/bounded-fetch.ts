import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isPrivateLiteral, lookupPublic } from './addresses.ts'

/** Timeout of a provider's complete response, in ms. */
const patience = 10_000
/** The largest answer that is read, in bytes. */
const largest = 1_000_000

/** A request to a provider, as much of `fetch` as is needed: the body is text. */
export type BoundedFetch = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: unknown; signal?: AbortSignal },
) => Promise<Response>

export type FetchBounds = {
  /** Fake server for all providers in tests and the sandbox. URLs below it may use plain HTTP and a private address. */
  base: string | null
  patience?: number
}

/**
 * Fetches from a provider: https only, public addresses only, at most 10 s and 1 MB, without following redirects. This bounds the damage of
 * a compromised provider.
 * @throws Error if a limit is exceeded
 */
export const createBoundedFetch =
  ({ base, patience: most = patience }: FetchBounds): BoundedFetch =>
  (url, { method = 'GET', headers = {}, body, signal } = {}) => {
    const target = new URL(url)
    const isPlayed = base !== null && url.startsWith(`${base}/`)
    if (!isPlayed && target.protocol !== 'https:') throw new Error(`${target.origin} is not https.`)
    if (!isPlayed && isPrivateLiteral(target)) throw new Error(`${target.hostname} is a private address.`)
    const text = body === undefined || body === null ? undefined : String(body)
    const send = target.protocol === 'https:' ? tlsRequest : plainRequest

    return new Promise((resolve, reject) => {
      const call = send(
        target,
        {
          method,
          // GitHub requires a User-Agent.
          headers: { 'User-Agent': 'Corroborate', ...headers },
          signal: AbortSignal.any([AbortSignal.timeout(most), ...(signal === undefined ? [] : [signal])]),
          ...(!isPlayed && { lookup: lookupPublic }),
        },
        answer => {
          const { statusCode = 0, headers: answered } = answer
          const refuse = (sentence: string) => {
            answer.destroy()
            reject(new Error(`${target.host} ${sentence}.`))
          }
          if (statusCode >= 300 && statusCode < 400) return refuse('answered with a redirect')
          const parts: Buffer[] = []
          let size = 0
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > largest) refuse('answered with more than 1 MB')
            else parts.push(part)
          })
          answer.on('error', reject)
          answer.on('end', () => {
            const content = statusCode === 204 || statusCode === 205 ? null : Buffer.concat(parts)
            const type = answered['content-type']
            resolve(
              new Response(content, {
                status: statusCode,
                headers: type === undefined ? {} : { 'Content-Type': type },
              }),
            )
          })
        },
      )
      call.on('error', reject)
      call.end(text)
    })
  }
