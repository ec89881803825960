import { hash } from 'node:crypto'

/** A tag for some content. Weak, because one tag stands for all encodings of it (RFC 9110, section 8.8.3). */
export const weakTag = (content: string | Uint8Array): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/**
 * A strong tag for some content: byte for byte the same. Each encoding of an answer has a tag of its own, which `compressAnswer` makes
 * from this one (RFC 9110, section 8.8.3.3).
 */
export const strongTag = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** The tag of an encoded form of the content with a strong tag; a weak tag stands for all forms. */
export const tagOfEncoding = (tag: string, encoding: string): string =>
  tag.startsWith('"') ? `${tag.slice(0, -1)}-${encoding}"` : tag

/** True if `If-None-Match` matches this content under weak comparison (RFC 9110, section 13.1.2). */
export const isKnown = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some(one => one.trim() === tag || one.trim() === '*') ?? false

/**
 * The tag by which `If-None-Match` names this content in one of its encodings; null where it names none of them. `tag` is the strong one of
 * the plain content. A cache on the way that encodes anew makes a tag weak, and it still names the same content.
 */
export const knownForm = (known: string | undefined, tag: string): string | null => {
  const strong = known?.replaceAll('W/', '')
  return [tag, tagOfEncoding(tag, 'gzip'), tagOfEncoding(tag, 'br')].find(form => isKnown(strong, form)) ?? null
}
