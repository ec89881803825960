/** A stored hash, taken apart. argon2 and bcrypt are left whole: their libraries read them. */
export type ParsedHash =
  | { scheme: 'argon2' | 'bcrypt'; encoded: string }
  | { scheme: 'scrypt'; n: number; r: number; p: number; salt: Buffer; digest: Buffer }
  | { scheme: 'pbkdf2'; hash: 'sha1' | 'sha256' | 'sha512'; iterations: number; salt: Buffer; digest: Buffer }

const base64 = '([A-Za-z0-9+/]*)=*'
const scryptForm = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,3}),p=(\\d{1,3})\\$${base64}\\$${base64}$`)
const pbkdf2Form = new RegExp(`^\\$pbkdf2-(sha1|sha256|sha512)\\$i=(\\d{1,8})\\$${base64}\\$${base64}$`)

/** Work one log-in may cost: more would let whoever owns such a hash hold up everybody else. */
const most = {
  argon2KiB: 262_144,
  argon2Work: 2 ** 20,
  bcryptCost: 15,
  scryptWork: 2 ** 23,
  pbkdf2Iterations: 2_000_000,
}

/** An empty or short digest would match by chance. */
const shortestDigest = 10

/**
 * Reads a password hash: `$argon2…`, bcrypt's `$2b$…`, and the PHC strings `$scrypt$ln=…,r=…,p=…$salt$hash` and
 * `$pbkdf2-sha256$i=…$salt$hash` with salt and hash in unpadded base64. Null for anything else. Pure.
 */
export const parseHash = (encoded: string): ParsedHash | null => {
  const argon2 = /^\$argon2(?:id|i|d)\$v=\d+\$m=(\d{1,9}),t=(\d{1,9}),p=\d{1,3}\$/.exec(encoded)
  if (argon2 !== null) {
    const [memory, passes] = [Number(argon2[1]), Number(argon2[2])]
    if (memory > most.argon2KiB || memory * passes > most.argon2Work) return null
    return { scheme: 'argon2', encoded }
  }
  const bcrypt = /^\$2[abxy]\$(\d{2})\$[./A-Za-z0-9]{53}$/.exec(encoded)
  if (bcrypt !== null) return Number(bcrypt[1]) > most.bcryptCost ? null : { scheme: 'bcrypt', encoded }

  const scrypt = scryptForm.exec(encoded)
  if (scrypt !== null) {
    const [, ln, r, p, salt = '', hash = ''] = scrypt
    const digest = Buffer.from(hash, 'base64')
    const costs = { n: 2 ** Number(ln), r: Number(r), p: Number(p) }
    if (digest.length < shortestDigest || costs.n < 2 || costs.n * costs.r * costs.p > most.scryptWork) return null
    return { scheme: 'scrypt', ...costs, salt: Buffer.from(salt, 'base64'), digest }
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
