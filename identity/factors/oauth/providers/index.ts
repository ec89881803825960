import type { OAuthProvider } from '@corroborate/wire/providers'
import { amazon, bitbucket, coinbase, discord, facebook, figma, github } from './oauth-providers.ts'
import { apple, gitlab, google, linkedin, microsoft, salesforce, slack, twitch, yahoo } from './openid-providers.ts'
import { snapchat, tiktok, twitter } from './other-providers.ts'
import type { Provider } from './provider.ts'

export {
  type EmailClass,
  type Endpoints,
  endpointsOf,
  type Place,
  type Profile,
  type ProfileRequest,
  type Provider,
} from './provider.ts'

/**
 * Every social provider, as data.
 *
 * A server that plays a provider (tests, the sandbox) has to follow these parts: `endpointsOf` with a `base`, for the addresses;
 * `clientIdParameter`, `clientAuth`, `scopeSeparator`, `pkce` and `responseMode`, for how we ask; `requests`, for the calls of
 * the profile; `idToken`, for the algorithms and the nonce; and `issuer`, in which Microsoft's `{tid}` is the tenant of the
 * user. Our redirect URI is `{our origin}/v1/oauth/callback/{project id}/{provider id}`.
 */
export const providers: Readonly<Record<OAuthProvider, Provider>> = {
  google,
  microsoft,
  apple,
  github,
  gitlab,
  facebook,
  discord,
  salesforce,
  slack,
  amazon,
  bitbucket,
  linkedin,
  coinbase,
  twitch,
  twitter,
  tiktok,
  snapchat,
  figma,
  yahoo,
}

/** The name of a provider, as people know it. */
export const titleOf = (provider: OAuthProvider): string => providers[provider].title

/** The places of a provider that an operator may set. */
export const placesOf = (provider: OAuthProvider): string[] => Object.keys(providers[provider].places)
