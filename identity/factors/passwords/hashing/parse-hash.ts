/** The parts of a stored hash. Those of argon2 and bcrypt stay whole: their libraries read them. */
export type ParsedHash =
  | { scheme: 'argon2'; encoded: string }
  /**
   * `hexOfSha256`: the hash is of the password's SHA-256 in hexadecimal, since bcrypt reads 72 bytes (Django's
   * `bcrypt_sha256`).
   */
  | { scheme: 'bcrypt'; encoded: string; hexOfSha256: boolean }
  /** `signerKey`: the digest is this key, encrypted with scrypt's output (Firebase). */
  | { scheme: 'scrypt'; n: number; r: number; p: number; salt: Buffer; digest: Buffer; signerKey: Buffer | null }
  | { scheme: 'pbkdf2'; hash: 'sha1' | 'sha256' | 'sha512'; iterations: number; salt: Buffer; digest: Buffer }

const base64 = '([A-Za-z0-9+/]*)=*'
const scryptForm = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,3}),p=(\\d{1,3})\\$${base64}\\$${base64}$`)
const firescryptForm = new RegExp(
  `^\\$firescrypt\\$ln=(\\d{1,2}),r=(\\d{1,3}),p=(\\d{1,3})\\$${base64}\\$${base64}\\$${base64}\\$${base64}$`,
)
const pbkdf2Form = new RegExp(`^\\$pbkdf2-(sha1|sha256|sha512)\\$i=(\\d{1,8})\\$${base64}\\$${base64}$`)

/** Maximum cost of verifying a hash. Otherwise one account with an expensive hash could slow down all users. */
const most = {
  argon2KiB: 262_144,
  argon2Work: 2 ** 20,
  bcryptCost: 15,
  scryptWork: 2 ** 23,
  scryptBytes: 2 ** 28,
  pbkdf2Iterations: 2_000_000,
}

/** In bytes. A shorter digest could match by chance. */
const shortestDigest = 10

/**
 * Reads a password hash: `$argon2…`, bcrypt's `$2b$…` and `$bcrypt-sha256$2b$…`, and the PHC strings
 * `$scrypt$ln=…,r=…,p=…$salt$hash`, `$firescrypt$ln=…,r=…,p=…$salt$hash$separator$key` and `$pbkdf2-sha256$i=…$salt$hash`
 * with salt and hash in unpadded base64. Null for anything else. Pure.
 */
export const parseHash = (encoded: string): ParsedHash | null => {
  const argon2 =
    /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/.exec(
      encoded,
    )
  if (argon2 !== null) {
    const [, memory = 0, passes = 0, lanes = 0] = argon2.map(Number)
    if (memory > most.argon2KiB || memory * passes > most.argon2Work) return null
    return passes < 1 || lanes < 1 || memory < 8 * lanes ? null : { scheme: 'argon2', encoded }
  }
  const bcrypt = /^(\$bcrypt-sha256)?(\$2[abxy]\$(\d{2})\$[./A-Za-z0-9]{53})$/.exec(encoded)
  if (bcrypt !== null) {
    const [, prefix, hash = '', cost] = bcrypt
    if (Number(cost) < 4 || Number(cost) > most.bcryptCost) return null
    return { scheme: 'bcrypt', encoded: hash, hexOfSha256: prefix !== undefined }
  }

  const scrypt = scryptForm.exec(encoded) ?? firescryptForm.exec(encoded)
  if (scrypt !== null) {
    const [, ln, r, p, salt = '', result = '', separator = '', key] = scrypt
    const digest = Buffer.from(result, 'base64')
    const costs = { n: 2 ** Number(ln), r: Number(r), p: Number(p) }
    const isSound = costs.n >= 2 && costs.r >= 1 && costs.p >= 1
    const isDear = costs.n * costs.r * costs.p > most.scryptWork || 128 * costs.n * costs.r > most.scryptBytes
    if (digest.length < shortestDigest || !isSound || isDear) return null
    return {
      scheme: 'scrypt',
      ...costs,
      salt: Buffer.concat([salt, separator].map(part => Buffer.from(part, 'base64'))),
      digest,
      signerKey: key === undefined ? null : Buffer.from(key, 'base64'),
    }
  }

  const pbkdf2 = pbkdf2Form.exec(encoded)
  if (pbkdf2 !== null) {
    const [, hash, iterations, salt = '', result = ''] = pbkdf2
    const digest = Buffer.from(result, 'base64')
    if (digest.length < shortestDigest || Number(iterations) < 1) return null
    if (Number(iterations) > most.pbkdf2Iterations) return null
    return {
      scheme: 'pbkdf2',
      hash: hash as 'sha1' | 'sha256' | 'sha512',
      iterations: Number(iterations),
      salt: Buffer.from(salt, 'base64'),
      digest,
    }
  }
  return null
}
