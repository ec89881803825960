import type { PasswordScheme } from '../users/index.ts'

export type ImportedHash = { scheme: PasswordScheme; hash: string }

/** Costs above these would let one log-in hold up the server. */
const most = { bcryptCost: 15, scryptLogN: 17, pbkdf2Iterations: 2_000_000, argon2KiB: 262_144 }

const base64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll('=', '')

/**
 * Recognises a password hash made elsewhere and brings it into the one form of its scheme that we keep, or says null:
 *
 * - bcrypt: `$2a$`, `$2b$`, `$2y$`
 * - argon2: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, `$argon2i$…`
 * - scrypt: `$scrypt$ln=…,r=…,p=…$salt$hash` (PHC)
 * - PBKDF2: `$pbkdf2-sha256$i=…$salt$hash` (PHC), passlib's `$pbkdf2-sha256$29000$salt$hash`, Django's
 *   `pbkdf2_sha256$iterations$salt$hash`; sha1, sha256 and sha512
 */
export const parseImportedHash = (text: string): ImportedHash | null => {
  if (text.length > 512) return null
  const bcrypt = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/.exec(text)
  if (bcrypt !== null) return within(bcrypt[1], 4, most.bcryptCost, { scheme: 'bcrypt', hash: text })

  const argon2 =
    /^\$argon2(?:id|i)\$v=19\$m=(\d{1,7}),t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/.exec(text)
  if (argon2 !== null) return within(argon2[1], 8, most.argon2KiB, { scheme: 'argon2', hash: text })

  const scrypt = /^\$scrypt\$ln=(\d{1,2}),r=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]*\$[A-Za-z0-9+/]{16,}$/.exec(text)
  if (scrypt !== null) return within(scrypt[1], 1, most.scryptLogN, { scheme: 'scrypt', hash: text })

  return parsePbkdf2(text)
}

const parsePbkdf2 = (text: string): ImportedHash | null => {
  const phc =
    /^\$pbkdf2-(sha1|sha256|sha512)\$(?:i=)?(\d{1,8})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]*)\$([A-Za-z0-9+/.]{16,})$/.exec(
      text,
    )
  const django = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,8})\$([^$]*)\$([A-Za-z0-9+/]{16,})=*$/.exec(text)
  const [, digest, iterations, salt, hash] = phc ?? django ?? []
  if (digest === undefined || iterations === undefined || salt === undefined || hash === undefined) return null
  // passlib writes "." where base64 has "+"; Django's salt is text, not base64.
  const storedSalt = phc === null ? base64(salt) : salt.replaceAll('.', '+')
  return within(iterations, 1, most.pbkdf2Iterations, {
    scheme: 'pbkdf2',
    hash: `$pbkdf2-${digest}$i=${iterations}$${storedSalt}$${hash.replaceAll('.', '+')}`,
  })
}

const within = (cost: string | undefined, min: number, max: number, hash: ImportedHash): ImportedHash | null =>
  Number(cost) >= min && Number(cost) <= max ? hash : null
