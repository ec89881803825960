import type { Place, Provider } from './provider.ts'

/** Endpoints of a provider. */
export type Endpoints = {
  authorization: string
  token: string
  jwks: string | null
  /** Expected `iss`. It is the real one even for a fake provider. `{tid}` is replaced when the id_token is read. */
  issuer: string | null
  /** Changes the address of a `ProfileRequest` in the same way. */
  place: (url: string) => string
}

export type Where = {
  /** The places that the operator set instead of the provider's usual ones. */
  places?: Readonly<Partial<Record<Place, string | undefined>>>
  /**
   * Fake server for all providers, for tests and the sandbox; null for the real ones. The real host becomes the first path segment: with
   * `http://127.0.0.1:5411`, Google's `https://oauth2.googleapis.com/token` is `http://127.0.0.1:5411/oauth2.googleapis.com/token`. No
   * other address is requested.
   */
  base: string | null
}

/** The addresses of a provider. Pure. */
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
