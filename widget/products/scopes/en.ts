import { assistantScopes } from '@corroborate/wire/assistants'

/** English strings of scopes: SPEC's verbatim. */
export const en = {
  openid: 'Verify your identity',
  profile: 'View your personal profile information',
  profileDetail: 'Your name, profile picture, and language preferences',
  emailDetail: 'Your email address',
  phoneDetail: 'Your phone number',
  offlineAccess: "Maintain access to your data even when you're not actively using the app",
  useScope: 'Use the {scope} scope',
  watchPapers: assistantScopes['papers:watch'],
  draftNotes: assistantScopes['notes:draft'],
  draftClaims: assistantScopes['claims:draft'],
}

export type ScopeTexts = Readonly<Record<keyof typeof en, string>>
