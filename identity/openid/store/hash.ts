import { hash } from 'node:crypto'

/** Hashes a random token, code or secret for storage. */
export const hashOf = (...parts: string[]): string => hash('sha256', parts.join('\0'), 'base64url')
