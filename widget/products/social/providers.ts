import type { OAuthProvider } from '@corroborate/wire/providers'

/** The names that are not simply their key with a capital letter. */
const spellings: Partial<Record<OAuthProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
}

/** How a provider is called on its button. */
export const providerTitle = (provider: OAuthProvider): string =>
  spellings[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
