import {
  createHeadlessClient,
  type HeadlessClient,
  type HeadlessClientOptions,
  readBaseUrl,
} from '../../client/index.ts'

/**
 * A client that is made at its first use, so that rendering a component makes none: React may throw away what it has rendered.
 * Its `publicToken` and `baseUrl` can be read without making it.
 */
export type LazyClient = {
  client: HeadlessClient
  /** The component is mounted, perhaps again: a client that has ended is replaced at its next use. */
  hold: () => void
  /** Ends the client. Calls that come later reach the ended one; `hold` begins another. */
  release: () => void
}

export const createLazyClient = (publicToken: string, options: HeadlessClientOptions): LazyClient => {
  const known = { publicToken, baseUrl: readBaseUrl(options.baseUrl) }
  let made: HeadlessClient | undefined
  let hasEnded = false
  const client = new Proxy({} as HeadlessClient, {
    get: (_, name: string & keyof HeadlessClient) => {
      if (name === 'publicToken' || name === 'baseUrl') return known[name]
      made ??= createHeadlessClient(publicToken, options)
      return made[name]
    },
  })
  return {
    client,
    hold: () => {
      if (hasEnded) made = undefined
      hasEnded = false
    },
    release: () => {
      made?.destroy()
      hasEnded = true
    },
  }
}
