import { assistantScopes } from '@corroborate/wire/assistants'
import { fill } from '../../form/index.ts'
import type { ScopeTexts } from './en.ts'

export type ScopeResult = { scope: string; is_grantable: boolean; description: string }

/** What was granted, as it is stored, with what the project says of its own scopes. Pure. */
export const resultsOf = (
  scopes: string,
  described: readonly { scope: string; description: string }[],
): readonly ScopeResult[] =>
  scopes
    .split(' ')
    .filter(scope => scope !== '')
    .map(scope => ({
      scope,
      is_grantable: true,
      description: described.find(own => own.scope === scope)?.description ?? '',
    }))

/** One thing that an application may do, and what belongs to it. */
export type Permission = { text: string; details: readonly string[] }

/** Scopes that tell who somebody is, and no more. `full_access` is none of them, whatever other consent screens think. */
const basicScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'phone', 'offline_access'])

const granted = (results: readonly ScopeResult[]): readonly ScopeResult[] =>
  results.filter(({ is_grantable }) => is_grantable)

/** Whether an application wants more than to know who somebody is. Pure. */
export const wantsMore = (results: readonly ScopeResult[]): boolean =>
  granted(results).some(({ scope }) => !basicScopes.has(scope))

/** What an application gets, in words (SPEC §6): each thing once, in the order of the standard. Pure. */
export const permissionsOf = (results: readonly ScopeResult[], texts: ScopeTexts): readonly Permission[] => {
  const scopes = granted(results)
  const has = (wanted: string): boolean => scopes.some(({ scope }) => scope === wanted)
  const details = (['profile', 'email', 'phone'] as const).filter(has).map(scope => texts[`${scope}Detail`])
  return [
    ...(has('openid') ? [{ text: texts.openid, details: [] }] : []),
    ...(details.length > 0 ? [{ text: texts.profile, details }] : []),
    ...(has('offline_access') ? [{ text: texts.offlineAccess, details: [] }] : []),
    ...scopes
      .filter(({ scope }) => !basicScopes.has(scope))
      .map(result => ({ text: textOf(result, texts), details: [] })),
  ]
}

const textOf = ({ scope, description }: ScopeResult, texts: ScopeTexts): string => {
  const own = ownTexts.find(each => each.scope === scope && each.description === description)
  if (own !== undefined) return texts[own.text]
  return description === '' || description === fill(plainWords, { scope })
    ? fill(texts.useScope, { scope })
    : description
}

/** The scopes that the site itself describes, which we can tell in each language. A project that describes them in other words is believed. */
const ownTexts = [
  { scope: 'papers:watch', description: assistantScopes['papers:watch'], text: 'watchPapers' },
  { scope: 'notes:draft', description: assistantScopes['notes:draft'], text: 'draftNotes' },
  { scope: 'claims:draft', description: assistantScopes['claims:draft'], text: 'draftClaims' },
] as const

/** What the provider says of a scope that nobody has described. */
const plainWords = 'Use the {scope} scope'
