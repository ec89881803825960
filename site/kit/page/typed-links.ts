/** Typed link as in Signposting (signposting.org). `href` is an absolute URL. */
export type TypedLink = { rel: string; href: string; type?: string; profile?: string }

/** Formats links as a `Link` header (RFC 8288). URLs must be percent-encoded; other delimiters are encoded here. */
export const linkHeader = (links: readonly TypedLink[]): string =>
  links
    .map(({ rel, href, type, profile }) => {
      const target = href.replace(/[^\u0021-\u007e]|[<>"\\^`{|}]/gu, encodeURIComponent)
      const more = [type !== undefined && `type="${type}"`, profile !== undefined && `profile="${profile}"`]
      return [`<${target}>`, `rel="${rel}"`, ...more.filter(part => part !== false)].join('; ')
    })
    .join(', ')

/** Link to the page's link set, for clients that want its links without the page. */
export const linksetLink = (href: string): TypedLink => ({ rel: 'linkset', href, type: 'application/linkset+json' })
