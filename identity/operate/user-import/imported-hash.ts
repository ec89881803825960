import { type PasswordScheme, parseHash } from '../../factors/passwords/index.ts'

export type ImportedHash = { scheme: PasswordScheme; hash: string }

/** Without the equals signs that may end a field. */
const unpadded = (text: string): string => text.replace(/=+(?=\$|$)/g, '')
const ofText = (text: string): string => unpadded(Buffer.from(text).toString('base64'))
const ofHex = (hex: string): string => unpadded(Buffer.from(hex, 'hex').toString('base64'))

/** Forms of hashes as others write them, each with how we keep it: as PHC strings where there is one for the scheme. */
const forms: readonly (readonly [form: RegExp, keep: (...parts: string[]) => string])[] = [
  [/^(\$2[aby]\$.+)$/, hash => hash],
  [/^(\$argon2(?:id|i)\$v=19\$.+)$/, hash => unpadded(hash)],
  [/^(\$scrypt\$ln=.+)$/, hash => unpadded(hash)],
  // Firebase, in the notation of Ory Kratos: its variant of scrypt needs two keys of the Firebase project.
  [/^(\$firescrypt\$ln=.+)$/, hash => unpadded(hash)],
  // PHC and passlib, which leaves out "i=" and writes "." for "+".
  [
    /^\$pbkdf2-(sha1|sha256|sha512)\$(?:i=)?(\d+)(?:,l=\d+)?\$([^$]*)\$([^$]*)$/,
    (digest, iterations, salt, hash) =>
      `$pbkdf2-${digest}$i=${iterations}$${unpadded(salt).replaceAll('.', '+')}$${unpadded(hash).replaceAll('.', '+')}`,
  ],
  // Django, whose salts are plain text.
  [
    /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]*)\$([^$]*)$/,
    (digest, iterations, salt, hash) => `$pbkdf2-${digest}$i=${iterations}$${ofText(salt)}$${unpadded(hash)}`,
  ],
  [/^argon2(\$argon2(?:id|i)\$v=19\$.+)$/, hash => hash],
  [/^bcrypt\$(\$2[aby]\$.+)$/, hash => hash],
  [/^bcrypt_sha256\$(\$2[aby]\$.+)$/, hash => `$bcrypt-sha256${hash}`],
  [
    /^scrypt\$(\d+)\$([^$]*)\$(\d+)\$(\d+)\$([^$]*)$/,
    (n, salt, r, p, hash) => `$scrypt$ln=${Math.log2(Number(n))},r=${r},p=${p}$${ofText(salt)}$${unpadded(hash)}`,
  ],
  // Werkzeug (Flask), likewise, with the digest in hexadecimal.
  [
    /^scrypt:(\d+):(\d+):(\d+)\$([^$]*)\$([0-9a-f]*)$/,
    (n, r, p, salt, hash) => `$scrypt$ln=${Math.log2(Number(n))},r=${r},p=${p}$${ofText(salt)}$${ofHex(hash)}`,
  ],
  [
    /^pbkdf2:(sha1|sha256|sha512):(\d+)\$([^$]*)\$([0-9a-f]*)$/,
    (digest, iterations, salt, hash) => `$pbkdf2-${digest}$i=${iterations}$${ofText(salt)}$${ofHex(hash)}`,
  ],
]

/**
 * Normalizes a foreign password hash to our format of its scheme. Returns null if it is unsupported, or too expensive for a login to
 * verify:
 * - bcrypt: `$2a$`, `$2b$`, `$2y$`
 * - argon2: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, `$argon2i$…`
 * - scrypt: `$scrypt$ln=…,r=…,p=…$salt$hash` (PHC), Firebase's `$firescrypt$ln=…,r=…,p=1$salt$hash$separator$signer-key`
 * - PBKDF2: `$pbkdf2-sha256$i=…$salt$hash` (PHC), passlib's `$pbkdf2-sha256$29000$salt$hash`; sha1, sha256 and sha512
 * - all four in Django's format, scrypt and PBKDF2 in Werkzeug's
 */
export const parseImportedHash = (text: string): ImportedHash | null => {
  if (text.length > 512) return null
  for (const [form, keep] of forms) {
    const [, ...parts] = form.exec(text) ?? []
    if (parts.length === 0) continue
    const hash = keep(...parts)
    const parsed = parseHash(hash)
    return parsed === null ? null : { scheme: parsed.scheme, hash }
  }
  return null
}
