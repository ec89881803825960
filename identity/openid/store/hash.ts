import { hash } from 'node:crypto'

/** What is stored of a token, a code or a secret, all of them random. */
export const hashOf = (...parts: string[]): string => hash('sha256', parts.join('\0'), 'base64url')
