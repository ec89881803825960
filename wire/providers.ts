/** Social providers of the contract; a factor's `delivery_method` is `oauth_` and one of these. */
export const oauthProviders = [
  'google',
  'microsoft',
  'apple',
  'github',
  'gitlab',
  'facebook',
  'discord',
  'salesforce',
  'slack',
  'amazon',
  'bitbucket',
  'linkedin',
  'coinbase',
  'twitch',
  'twitter',
  'tiktok',
  'snapchat',
  'figma',
  'yahoo',
] as const
export type OAuthProvider = (typeof oauthProviders)[number]

/** The names that are not simply their key with a capital letter. */
const spellings: Partial<Record<OAuthProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
}

/** Returns a provider's display name, as on its button. */
export const providerTitle = (provider: OAuthProvider): string =>
  spellings[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
