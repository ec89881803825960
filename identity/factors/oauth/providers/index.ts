import type { OAuthProvider } from '@corroborate/wire/providers'
import { amazon } from './amazon.ts'
import { apple } from './apple.ts'
import { bitbucket } from './bitbucket.ts'
import { coinbase } from './coinbase.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { figma } from './figma.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import { linkedin } from './linkedin.ts'
import { microsoft } from './microsoft.ts'
import type { Provider } from './provider.ts'
import { salesforce } from './salesforce.ts'
import { slack } from './slack.ts'
import { snapchat } from './snapchat.ts'
import { tiktok } from './tiktok.ts'
import { twitch } from './twitch.ts'
import { twitter } from './twitter.ts'
import { yahoo } from './yahoo.ts'

export { type Endpoints, endpointsOf } from './endpoints.ts'
export type { EmailClass, Place, Profile, ProfileRequest, Provider } from './provider.ts'

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
