import type { Provider as ProviderOfLibrary } from 'oidc-provider'

type Warn = typeof console.warn

/**
 * Warnings, without that of every Node that has no long-term support yet: ours is pinned and tested with it, and the first line
 * that `npm start` prints would be one that nobody who reads it can do anything about.
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
