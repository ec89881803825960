/** A link with what it means, as Signposting has it (signposting.org). `href`: an absolute address. */
export type TypedLink = { rel: string; href: string; type?: string; profile?: string }

/** Links as the value of a `Link` header (RFC 8288). Addresses come percent-encoded; what else could end the value early is encoded here. */
export const linkHeader = (links: readonly TypedLink[]): string =>
  links
    .map(({ rel, href, type, profile }) => {
      const target = href.replace(/[^\u0021-\u007e]|[<>"\\^`{|}]/gu, encodeURIComponent)
      const more = [type !== undefined && `type="${type}"`, profile !== undefined && `profile="${profile}"`]
      return [`<${target}>`, `rel="${rel}"`, ...more.filter(part => part !== false)].join('; ')
    })
    .join(', ')

/** Where all links of a page are, for who wants them without the page. */
export const linksetLink = (href: string): TypedLink => ({ rel: 'linkset', href, type: 'application/linkset+json' })
