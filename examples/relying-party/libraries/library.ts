/** Registration of an application at the provider, and its home URL. */
export type Registered = { home: string; issuer: string; clientId: string; clientSecret: string }

/** The signed-in user and their tokens. */
export type Person = { sub: string; email: string; idToken: string; accessToken: string; refreshToken: string }

/** State that the application stores for a browser during the redirect to the provider. Specific to each library. */
export type Kept = Record<string, unknown>

/** The steps of signing people in, as one library does them. */
export type Library = {
  /** Returns the authorization URL. */
  leave: (kept: Kept) => Promise<string>
  /** Completes sign-in from a callback URL. Rejects if it signs no user in. */
  comeBack: (kept: Kept, url: URL) => Promise<Person>
  /** Refreshes the tokens and returns the user with their current claims. */
  renew: (kept: Kept, person: Person) => Promise<Person>
}

/** Creates a library's client for an application, with the metadata that its registration needs. */
export type LibraryModule = {
  open: (registered: Registered) => Promise<Library>
  /** More flags of `app create` and `app set`. */
  flags?: readonly string[]
  /** Redirect path, relative to the application's home. */
  path?: string
}

/** A provider has no TLS on this machine, and nowhere else. */
export const isOnThisMachine = (issuer: string): boolean => issuer.startsWith('http://localhost:')

export const scope = 'openid email offline_access'
