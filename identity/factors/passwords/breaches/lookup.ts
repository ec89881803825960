/** What a source says about a password. */
export type Lookup = { kind: 'found' } | { kind: 'not-found' } | { kind: 'unavailable'; reason: string }
