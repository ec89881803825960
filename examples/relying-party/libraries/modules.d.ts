/** As much of these two as the test uses: their published types bring those of Express. */
declare module 'passport' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void
  const passport: {
    use: (strategy: object) => void
    authenticate: (name: string, done: (error: unknown, user: unknown, info: unknown) => void) => Handler
  }
  export default passport
}
declare module 'passport-openidconnect' {
  type Done = (error: unknown, user?: unknown) => void
  export default class Strategy {
    constructor(
      options: Readonly<Record<string, unknown>>,
      verify: (
        issuer: string,
        profile: { id: string; emails?: { value: string }[] },
        context: object,
        idToken: string,
        accessToken: string,
        refreshToken: string,
        done: Done,
      ) => void,
    )
  }
}
