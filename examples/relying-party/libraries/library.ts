/** What an application is told when it is registered, and where it is. */
export type Registered = { home: string; issuer: string; clientId: string; clientSecret: string }

/** Who signed in, and what is kept to ask about them again. */
export type Person = { sub: string; email: string; idToken: string; accessToken: string; refreshToken: string }

/** What the application remembers of one browser between leaving for the provider and coming back; each library has its own. */
export type Kept = Record<string, unknown>

/** The steps of signing people in, as one library does them. */
export type Library = {
  /** Where the browser goes to sign in. */
  leave: (kept: Kept) => Promise<string>
  /** Who came back at an address. Rejects when nobody is signed in by it. */
  comeBack: (kept: Kept, url: URL) => Promise<Person>
  /** The same person with new tokens, and what the provider says of them now. */
  renew: (kept: Kept, person: Person) => Promise<Person>
}

/** How a library is opened for an application, and what is said of the application when it is registered. */
export type LibraryModule = {
  open: (registered: Registered) => Promise<Library>
  /** More flags of `app create` and `app set`. */
  flags?: readonly string[]
  /** Where people come back to, below the home of the application. */
  path?: string
}

/** A provider has no TLS on this machine, and nowhere else. */
export const isOnThisMachine = (issuer: string): boolean => issuer.startsWith('http://localhost:')

export const scope = 'openid email offline_access'
