import type { LibraryModule } from './library.ts'

/** The libraries that the application can be started with, by the names of their packages. */
export const libraries: Readonly<Record<string, () => Promise<LibraryModule>>> = {
  'openid-client': async () => (await import('./openid-client.ts')).openidClient,
  oauth4webapi: async () => (await import('./oauth4webapi.ts')).oauth4webapi,
  '@auth/core': async () => (await import('./auth-js.ts')).authJs,
  'passport-openidconnect': async () => (await import('./passport.ts')).passportOpenidconnect,
  '@modelcontextprotocol/sdk': async () => (await import('./mcp.ts')).modelContextProtocol,
}

export type { Library, Registered } from './library.ts'
