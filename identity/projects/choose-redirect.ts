import { type ProjectConfig, type RedirectKind, redirectUrl, sameUpToLoopbackPort } from './config.ts'

export type ChosenRedirect = { kind: 'url'; url: string } | { kind: 'none-set' } | { kind: 'not-allowed' }

/**
 * Where a mailed link of this kind leads. Without a wish the project's first; a wish must be one of the project's to the
 * letter (RFC 9700, section 2.1), except that the port may differ on this machine. The answer is always of the project's
 * making or equal to it: a Host header never has a say.
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
