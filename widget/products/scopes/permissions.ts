import { assistantScopes } from '@corroborate/wire/assistants'
import { fill, useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { en, type ScopeTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, ScopeTexts>> = { en, de, es }

/** Strings of scopes in the widget's language, with the page's replacements of consent strings. */
export const useScopeTexts = (): ScopeTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.idp }
}

export type ScopeResult = { scope: string; is_grantable: boolean; description: string }

/** Combines granted scopes with the project's descriptions of its own. Pure. */
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

export type Permission = { text: string; details: readonly string[] }

/** Identity scopes. Unlike on other consent screens `full_access` is not one. */
const basicScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'phone', 'offline_access'])

const granted = (results: readonly ScopeResult[]): readonly ScopeResult[] =>
  results.filter(({ is_grantable }) => is_grantable)

/** True if an application requests more than the identity. Pure. */
export const wantsMore = (results: readonly ScopeResult[]): boolean =>
  granted(results).some(({ scope }) => !basicScopes.has(scope))

/** Formats an application's permissions (SPEC §6): without duplicates, in the standard's order. Pure. */
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

/** The site's scopes with localized descriptions. A project's own description takes precedence. */
const ownTexts = [
  { scope: 'papers:watch', description: assistantScopes['papers:watch'], text: 'watchPapers' },
  { scope: 'notes:draft', description: assistantScopes['notes:draft'], text: 'draftNotes' },
  { scope: 'claims:draft', description: assistantScopes['claims:draft'], text: 'draftClaims' },
] as const

/** The provider's text for a scope without description. */
const plainWords = 'Use the {scope} scope'
