import type { Provider as ProviderOfLibrary } from 'oidc-provider'

type Warn = typeof console.warn

/**
 * Suppresses the library's warning about Node versions without LTS. Ours is pinned and tested, and users of `npm start` could do nothing
 * about it.
 */
export const butForRuntimes =
  (warn: Warn): Warn =>
  (...said) => {
    if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
  }

const { warn } = console
console.warn = butForRuntimes(warn)
const library = await import('oidc-provider')
console.warn = warn

export const { errors, ExternalSigningKey, interactionPolicy, Provider } = library
export type Provider = ProviderOfLibrary
