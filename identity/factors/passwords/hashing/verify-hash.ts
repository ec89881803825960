import { createCipheriv, hash as digestOf, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { type ParsedHash, parseHash } from './parse-hash.ts'

const derivePbkdf2 = promisify(pbkdf2)
const deriveScrypt = (password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, length, options, (error, key) => (error === null ? resolve(key) : reject(error))),
  )

/** The most memory that a hash may use, in bytes. */
const mostMemory = 512 * 1024 * 1024

/** Firebase's variant encrypts one key of the project with AES-256 in counter mode, starting at zero. */
const firebaseKeyLength = 32
const firebaseCounter = Buffer.alloc(16)

/** Bcrypt reads no more of a password than this, in bytes. */
const mostOfBcrypt = 72

/**
 * Bcrypt ignores further bytes, so longer passwords are always rejected, even if the prefix matches. The comparison still runs, for
 * constant time.
 */
const isBehindBcrypt = async (
  { encoded, hexOfSha256 }: Extract<ParsedHash, { scheme: 'bcrypt' }>,
  password: string,
): Promise<boolean> => {
  const hashed = hexOfSha256 ? digestOf('sha256', password) : password
  const isRight = await verifyBcrypt(hashed, encoded)
  return isRight && Buffer.byteLength(hashed) <= mostOfBcrypt
}

/** True if a password matches a stored hash of any supported scheme. An unreadable hash matches no password. */
export const verifyHash = async (encoded: string, password: string): Promise<boolean> => {
  const parsed = parseHash(encoded)
  if (parsed === null) return false
  try {
    switch (parsed.scheme) {
      case 'argon2':
        return await verifyArgon2(encoded, password)
      case 'bcrypt':
        return await isBehindBcrypt(parsed, password)
      case 'scrypt': {
        const { n, r, p, salt, digest, signerKey } = parsed
        const options = { N: n, r, p, maxmem: mostMemory }
        if (signerKey === null) {
          return timingSafeEqual(await deriveScrypt(password, salt, digest.length, options), digest)
        }
        const key = await deriveScrypt(password, salt, firebaseKeyLength, options)
        return timingSafeEqual(createCipheriv('aes-256-ctr', key, firebaseCounter).update(signerKey), digest)
      }
      case 'pbkdf2': {
        const { hash, iterations, salt, digest } = parsed
        return timingSafeEqual(await derivePbkdf2(password, salt, iterations, digest.length, hash), digest)
      }
    }
  } catch {
    return false
  }
}
