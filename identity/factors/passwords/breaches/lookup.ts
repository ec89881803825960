/** Result of a password lookup in a source. */
export type Lookup = { kind: 'found' } | { kind: 'not-found' } | { kind: 'unavailable'; reason: string }
