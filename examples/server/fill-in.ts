export type PageValues = {
  /** Provider URL. */
  provider: string
  publicToken: string
  /** New for each answer. */
  nonce: string
  /** One exact build of the plain script: its name at the provider, and its hash. */
  pinned: { file: string; integrity: string }
}

/**
 * Fills in a page before it is served. In the source files the provider has a localhost address, and values have uppercase placeholders.
 */
export const fillIn = (page: string, { provider, publicToken, nonce, pinned }: PageValues): string =>
  page
    .replaceAll('http://localhost:5001', provider)
    .replaceAll('PUBLIC_TOKEN', publicToken)
    .replaceAll('NONCE', nonce)
    .replaceAll('PINNED_SCRIPT', pinned.file)
    .replaceAll('INTEGRITY', pinned.integrity)

/** The policy of the strict page. All of it is the page's own but the provider's address, which the widget calls and takes its script from. */
export const strictPolicy = ({ provider, nonce }: Pick<PageValues, 'provider' | 'nonce'>): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${provider}`,
    `frame-src ${provider}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
