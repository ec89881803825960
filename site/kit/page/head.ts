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

/** Page-specific content of the document's head. All text is plain and escaped on output. */
export type Head = {
  title: string
  description?: string
  /** Absolute address of the page, for `<link rel="canonical">` and `og:url`. */
  canonical?: string
  /** `<meta name content>`, such as `citation_doi`. */
  meta?: readonly { name: string; content: string }[]
  /** `<meta property content>`, such as `og:title`. */
  properties?: readonly { property: string; content: string }[]
  /** `<link rel href>`, such as `describedby` with a type. */
  links?: readonly { rel: string; href: string; type?: string; title?: string }[]
  /** Objects of schema.org, each in a `<script type="application/ld+json">`. */
  jsonLd?: readonly object[]
  /** Value of the answer's `Link` header. Always printable ASCII. */
  linkHeader?: string
}

/** For pages that search engines leave out. */
export const noIndex = [{ name: 'robots', content: 'noindex' }]
