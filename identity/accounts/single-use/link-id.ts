import { createHash } from 'node:crypto'
import { linkIdText } from '@corroborate/wire/landing'

/** Returns the ID by which the requesting browser recognizes its own magic link. */
export const linkIdOf = (token: string): string => createHash('sha256').update(linkIdText(token)).digest('base64url')
