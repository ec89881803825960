// What `named-markup.ts` writes.

declare module 'virtual:pages' {
  /** The component of every page, by the page's name. */
  export const pages: Readonly<Record<string, import('react').FunctionComponent<{ model: object }>>>
}

declare module 'virtual:paper-sections' {
  /** What features add to the side of a paper's page (islands) and to its story (the server's markup), by the section's name. */
  export const side: Readonly<Record<string, import('react').FunctionComponent<object>>>
  export const story: Readonly<Record<string, import('react').FunctionComponent<object>>>
  /** Those of them that show a reader something of their own. */
  export const personal: readonly string[]
}

declare module 'virtual:paper-islands' {
  /** Fetches what features add to the side of a paper's page, by the section's name. */
  export const islands: Readonly<Record<string, () => Promise<import('react').FunctionComponent<object>>>>
}
