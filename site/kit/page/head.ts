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
