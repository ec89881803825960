import { type ProjectConfig, type RedirectKind, redirectUrl, sameUpToLoopbackPort } from './config.ts'

export type ChosenRedirect = { kind: 'url'; url: string } | { kind: 'none-set' } | { kind: 'not-allowed' }

/**
 * Selects the redirect URL of an emailed link. Defaults to the project's first; a requested URL must exactly match one of the project's
 * (RFC 9700, section 2.1), except that the port may differ on localhost. The Host header is never used.
 */
export const chooseRedirect = (
  project: Pick<ProjectConfig, 'redirectUrls'>,
  kind: RedirectKind,
  wish: string | undefined,
): ChosenRedirect => {
  const allowed = project.redirectUrls[kind]
  if (wish === undefined) {
    const first = allowed[0]
    return first === undefined ? { kind: 'none-set' } : { kind: 'url', url: first }
  }
  const parsed = redirectUrl.safeParse(wish)
  if (!parsed.success || !isWrittenAs(wish, parsed.data)) return { kind: 'not-allowed' }
  const match = allowed.some(url => sameUpToLoopbackPort(url, parsed.data))
  return match ? { kind: 'url', url: parsed.data } : { kind: 'not-allowed' }
}

/**
 * True when a text is a URL as browsers write it. Many texts make the same URL (`HTTPS:`, `:443`, `/./`, a host in other
 * letters): only one of them is compared. An origin may go without the slash of its first page.
 */
const isWrittenAs = (text: string, href: string): boolean => text === href || `${text}/` === href
