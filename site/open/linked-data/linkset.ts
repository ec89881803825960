import type { TypedLink } from '../../kit/page/index.ts'

type Target = { href: string; type?: string; profile?: readonly string[] }

/**
 * The links of a page as a linkset (RFC 9264, `application/linkset+json`), for Signposting at level 2: what the page links to, and that each
 * file which describes it does so. `profile` is a list there, as every attribute that is not of RFC 8288 itself.
 */
export const linkset = (page: string, links: readonly TypedLink[]): { linkset: object[] } => {
  const listed = links.filter(({ rel }) => rel !== 'linkset')
  const byRelation = Map.groupBy(listed, ({ rel }) => rel)
  const describing = byRelation.get('describedby') ?? []
  return {
    linkset: [
      {
        anchor: page,
        ...Object.fromEntries([...byRelation].map(([rel, all]) => [rel, all.map(targetOf)])),
      },
      ...describing.map(({ href }) => ({ anchor: href, describes: [{ href: page, type: 'text/html' }] })),
    ],
  }
}

const targetOf = ({ href, type, profile }: TypedLink): Target => ({
  href,
  ...(type !== undefined && { type }),
  ...(profile !== undefined && { profile: [profile] }),
})
