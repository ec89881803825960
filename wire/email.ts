import { maxLength } from './limits.ts'

declare const emailAddress: unique symbol

/** An address in its one canonical spelling: NFKC, lower case, ASCII domain. Equal mailboxes are equal strings. */
export type EmailAddress = string & { readonly [emailAddress]: true }

export type ParsedEmail =
  | { kind: 'email'; email: EmailAddress }
  | { kind: 'refused'; errorType: 'invalid_email' | 'forbidden_character_zero_width_space' }

/** Characters no reader sees (UAX #44), with which two addresses look the same: zero-width spaces, joiners, fillers, direction marks. */
const invisible = /\p{Default_Ignorable_Code_Point}/u
/**
 * RFC 5322 dot-atom with RFC 6531's letters, excluding what mail software treats differently: quoted local parts; `?`, the delimiter of
 * encoded words (RFC 2047), which some decode into a different address; `%` and `!`, legacy routing to another host; shell and path
 * characters; and a leading hyphen, which makes it an option.
 */
const localPart = /^(?!-)[\p{L}\p{N}\p{M}#&'+\-=_~]+(?:\.[\p{L}\p{N}\p{M}#&'+\-=_~]+)*$/u
const domainBeforeIdna = /^[\p{L}\p{N}\p{M}\-.]+$/u
/** Two labels or more, the last one not a number. */
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const octets = (text: string) => new TextEncoder().encode(text).length
const refused = (errorType: 'invalid_email' | 'forbidden_character_zero_width_space'): ParsedEmail => ({
  kind: 'refused',
  errorType,
})

/**
 * Parses an email address. Validates after NFKC normalization (UAX #15); rejects characters that become punctuation only through it, such
 * as a full-width @. Pure; never throws.
 */
export const parseEmail = (input: string): ParsedEmail => {
  if (input.length > maxLength.email) return refused('invalid_email')
  if (invisible.test(input)) return refused('forbidden_character_zero_width_space')
  if (hidesPunctuation(input)) return refused('invalid_email')

  const [local, domain, ...more] = canonicalText(input).split('@')
  if (local === undefined || domain === undefined || more.length > 0) return refused('invalid_email')
  const host = asciiHost(domain)
  const email = `${local}@${host}`
  if (host === null || !localPart.test(local) || octets(local) > 64 || octets(email) > 254) {
    return refused('invalid_email')
  }
  return { kind: 'email', email: email as EmailAddress }
}

// Twice, because lower-casing can leave text that is no longer normalised.
const canonicalText = (input: string): string => input.normalize('NFKC').toLowerCase().normalize('NFKC')

const hidesPunctuation = (input: string): boolean =>
  Array.from(input).some(character => character > '\u007F' && /[^\p{L}\p{N}\p{M}]/u.test(character.normalize('NFKC')))

/** The domain as it is in DNS (IDNA, as the URL standard does it), or null when it is not a public host name. */
const asciiHost = (domain: string): string | null => {
  if (!domainBeforeIdna.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const host = new URL(`http://${domain}`).hostname
  return asciiDomain.test(host) ? host : null
}
