import {
  createHeadlessClient,
  type HeadlessClient,
  type HeadlessClientOptions,
  readBaseUrl,
} from '../../client/index.ts'

/**
 * A client created on first use, so that rendering creates none: React may discard a render. `publicToken` and `baseUrl` are readable
 * without creating it.
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
