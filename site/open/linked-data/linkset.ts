import type { TypedLink } from '../../kit/page/index.ts'

type Target = { href: string; type?: string; profile?: readonly string[] }

/**
 * Returns a page's links as a linkset (RFC 9264, `application/linkset+json`) for Signposting level 2: the page's links, and the reverse
 * links of its describing files. `profile` is a list, like every attribute outside RFC 8288.
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
