import { hash } from 'node:crypto'

/** A tag for some content. Weak, because one tag stands for all encodings of it (RFC 9110, section 8.8.3). */
export const weakTag = (content: string | Uint8Array): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** Whether `If-None-Match` names this content, compared weakly (RFC 9110, section 13.1.2). */
export const isKnown = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some(one => one.trim() === tag || one.trim() === '*') ?? false
