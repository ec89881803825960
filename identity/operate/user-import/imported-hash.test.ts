import { describe, expect, test } from 'vitest'
import { parseImportedHash } from './imported-hash.ts'

const bcrypt = `$10$${'a'.repeat(53)}`
const argon2 = `v=19$m=64,t=1,p=1$${'s'.repeat(22)}`
/** 32 bytes, in base64 with the equals sign at its end, and without. */
const digest = Buffer.alloc(32, 'h').toString('base64')
const bare = digest.replace('=', '')
const hex = Buffer.alloc(32, 'h').toString('hex')
/** The salt "salt" in base64. */
const salt = 'c2FsdA'

describe('normalization of imported hashes', () => {
  test.each([
    [`$2a${bcrypt}`, 'bcrypt', `$2a${bcrypt}`],
    [`$2b${bcrypt}`, 'bcrypt', `$2b${bcrypt}`],
    [`$2y${bcrypt}`, 'bcrypt', `$2y${bcrypt}`],
    [`$argon2id$${argon2}$${digest}`, 'argon2', `$argon2id$${argon2}$${bare}`],
    [`$argon2i$${argon2}$${bare}`, 'argon2', `$argon2i$${argon2}$${bare}`],
    [`$scrypt$ln=4,r=8,p=1$${salt}==$${digest}`, 'scrypt', `$scrypt$ln=4,r=8,p=1$${salt}$${bare}`],
    [
      `$firescrypt$ln=4,r=8,p=1$${salt}==$${digest}$Bw==$a2V5`,
      'scrypt',
      `$firescrypt$ln=4,r=8,p=1$${salt}$${bare}$Bw$a2V5`,
    ],
    ...['sha1', 'sha256', 'sha512'].flatMap(
      name =>
        [
          [`$pbkdf2-${name}$i=10$${salt}==$${digest}`, 'pbkdf2', `$pbkdf2-${name}$i=10$${salt}$${bare}`],
          [`$pbkdf2-${name}$i=10,l=32$${salt}$${bare}`, 'pbkdf2', `$pbkdf2-${name}$i=10$${salt}$${bare}`],
          [`$pbkdf2-${name}$29000$${salt}$${bare}`, 'pbkdf2', `$pbkdf2-${name}$i=29000$${salt}$${bare}`],
          [`pbkdf2_${name}$10$salt$${digest}`, 'pbkdf2', `$pbkdf2-${name}$i=10$${salt}$${bare}`],
          [`pbkdf2:${name}:10$salt$${hex}`, 'pbkdf2', `$pbkdf2-${name}$i=10$${salt}$${bare}`],
        ] as const,
    ),
    // passlib writes a point where others write a plus.
    ['$pbkdf2-sha256$10$ab.d$abcd.fgh.jklmn.o', 'pbkdf2', '$pbkdf2-sha256$i=10$ab+d$abcd+fgh+jklmn+o'],
    [`argon2$argon2id$${argon2}$${bare}`, 'argon2', `$argon2id$${argon2}$${bare}`],
    [`argon2$argon2i$${argon2}$${bare}`, 'argon2', `$argon2i$${argon2}$${bare}`],
    [`bcrypt$$2b${bcrypt}`, 'bcrypt', `$2b${bcrypt}`],
    [`bcrypt_sha256$$2b${bcrypt}`, 'bcrypt', `$bcrypt-sha256$2b${bcrypt}`],
    [`scrypt$16$salt$8$1$${digest}`, 'scrypt', `$scrypt$ln=4,r=8,p=1$${salt}$${bare}`],
    [`scrypt:1024:8:1$salt$${hex}`, 'scrypt', `$scrypt$ln=10,r=8,p=1$${salt}$${bare}`],
  ] as const)('the hash %s is normalized', (written, scheme, hash) =>
    expect(parseImportedHash(written)).toEqual({ scheme, hash }),
  )
})

test.each([
  ['nothing', ''],
  ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['a word before bcrypt', `x$2b${bcrypt}`],
  ['a word before argon2', `x$argon2id$${argon2}$${bare}`],
  ['argon2d', `$argon2d$${argon2}$${bare}`],
  ['argon2d of Django', `argon2$argon2d$${argon2}$${bare}`],
  ['a word before what Django writes of argon2', `xargon2$argon2id$${argon2}$${bare}`],
  ['an older argon2', `$argon2id$v=16$m=64,t=1,p=1$${'s'.repeat(22)}$${bare}`],
  ['a word before scrypt', `x$scrypt$ln=4,r=8,p=1$${salt}$${bare}`],
  ['a word before that of Firebase', `x$firescrypt$ln=4,r=8,p=1$${salt}$${bare}$Bw$a2V5`],
  ['a word before PBKDF2', `x$pbkdf2-sha256$i=10$${salt}$${bare}`],
  ['more behind PBKDF2', `$pbkdf2-sha256$i=10$${salt}$${bare}$x`],
  ['PBKDF2 of MD5', `$pbkdf2-md5$i=10$${salt}$${bare}`],
  ['a word before what Django writes of PBKDF2', `xpbkdf2_sha256$10$salt$${digest}`],
  ['more behind it', `pbkdf2_sha256$10$salt$${digest}$x`],
  ['a word before what Django writes of bcrypt', `xbcrypt$$2b${bcrypt}`],
  ['a word before bcrypt of a SHA-256', `xbcrypt_sha256$$2b${bcrypt}`],
  ['a word before what Django writes of scrypt', `xscrypt$16$salt$8$1$${digest}`],
  ['more behind that', `scrypt$16$salt$8$1$${digest}$x`],
  ['scrypt with a cost that is no power of two', `scrypt$17$salt$8$1$${digest}`],
  ['a word before what Werkzeug writes of scrypt', `xscrypt:16:8:1$salt$${hex}`],
  ['more behind that too', `scrypt:16:8:1$salt$${hex}x`],
  ['a word before what Werkzeug writes of PBKDF2', `xpbkdf2:sha256:10$salt$${hex}`],
  ['more behind it', `pbkdf2:sha256:10$salt$${hex}x`],
  ['too dear a hash', `$pbkdf2-sha256$i=9999999$${salt}$${bare}`],
])('%s is not a known hash', (_, written) => expect(parseImportedHash(written)).toBeNull())

test('a hash has at most 512 characters', () => {
  const ofLength = (length: number) => {
    const begin = `$scrypt$ln=4,r=8,p=1$${salt}$`
    return `${begin}${'h'.repeat(length - begin.length)}`
  }
  expect(parseImportedHash(ofLength(512))).not.toBeNull()
  expect(parseImportedHash(ofLength(513))).toBeNull()
})
