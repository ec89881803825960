import { createHash } from 'node:crypto'
import { linkIdText } from '@corroborate/wire/landing'

/** By what the browser that asked for a mail knows its link again. */
export const linkIdOf = (token: string): string => createHash('sha256').update(linkIdText(token)).digest('base64url')
