import { createHeadlessClient, type HeadlessClient, type HeadlessClientOptions } from '../../client/index.ts'

/** A client that begins at its first use, so that rendering a component begins nothing. */
export type LazyClient = {
  client: HeadlessClient
  /** In use, again. */
  hold: () => void
  /** Ends the client. Calls that come later reach the ended one; `hold` begins another. */
  release: () => void
}

export const lazyClient = (publicToken: string, options: HeadlessClientOptions): LazyClient => {
  let made: HeadlessClient | undefined
  let hasEnded = false
  const client = new Proxy({} as HeadlessClient, {
    get: (_, name: string & keyof HeadlessClient) => {
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
