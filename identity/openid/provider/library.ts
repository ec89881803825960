import type { Provider as ProviderOfLibrary } from 'oidc-provider'

/**
 * `oidc-provider`, without its warning of every Node that has no long-term support yet: ours is pinned and tested with it, and the
 * first line that `npm start` prints would be one that nobody who reads it can do anything about.
 */
const { warn } = console
console.warn = (...said) => {
  if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
}
const library = await import('oidc-provider')
console.warn = warn

export const { errors, ExternalSigningKey, interactionPolicy, Provider } = library
export type Provider = ProviderOfLibrary
