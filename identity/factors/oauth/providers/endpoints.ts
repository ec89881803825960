import type { Place, Provider } from './provider.ts'

/** Where a provider is asked. */
export type Endpoints = {
  authorization: string
  token: string
  jwks: string | null
  /** What its `iss` says; the true one, wherever it is asked. `{tid}` is left for whoever reads the id_token. */
  issuer: string | null
  /** The same for the address of a `ProfileRequest`. */
  place: (url: string) => string
}

export type Where = {
  /** What the operator set in place of the provider's usual places. */
  places?: Readonly<Partial<Record<Place, string | undefined>>>
  /**
   * A server that plays all providers, for tests and the sandbox; null for the providers themselves. Each real host is then
   * the first part of a path: with `http://127.0.0.1:5411`, Google's `https://oauth2.googleapis.com/token` is
   * `http://127.0.0.1:5411/oauth2.googleapis.com/token`. No address besides these is asked.
   */
  base: string | null
}

/** The addresses of a provider. */
export const endpointsOf = (provider: Provider, { places = {}, base }: Where): Endpoints => {
  const placed = (url: string): string =>
    url.replace(/\{(host|tenant)\}/g, (_, place: Place) => places[place] ?? provider.places[place] ?? '')
  const place = (url: string): string => {
    const real = placed(url)
    return base === null ? real : real.replace(/^https:\/\//, `${base}/`)
  }
  return {
    authorization: place(provider.authorization),
    token: place(provider.token),
    jwks: provider.jwks === null ? null : place(provider.jwks),
    issuer: provider.issuer === null ? null : placed(provider.issuer),
    place,
  }
}
