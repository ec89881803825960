import { describe, expect, test } from 'vitest'
import { parseHash } from './parse-hash.ts'

const ofLength = (bytes: number): string => Buffer.alloc(bytes, 'h').toString('base64').replaceAll('=', '')
const digest = ofLength(32)

const argon2 = ({ memory = 64, passes = 1, lanes = 1, salt = 's'.repeat(11), result = 'h'.repeat(16) } = {}) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${salt}$${result}`
const bcrypt = (cost: string, text = 'a'.repeat(53)) => `$2b$${cost}$${text}`
const scrypt = ({ ln = 4, r = 8, p = 1, result = digest } = {}) => `$scrypt$ln=${ln},r=${r},p=${p}$c2FsdA$${result}`
const pbkdf2 = ({ iterations = 10, result = digest } = {}) => `$pbkdf2-sha256$i=${iterations}$c2FsdA$${result}`

describe('maximum cost of an imported hash', () => {
  test.each([
    ['256 MiB of argon2', argon2({ memory: 262_144 }), argon2({ memory: 262_145 })],
    [
      'a million blocks of argon2 over all passes',
      argon2({ memory: 262_144, passes: 4 }),
      argon2({ memory: 262_144, passes: 5 }),
    ],
    ['a bcrypt cost of 15', bcrypt('15'), bcrypt('16')],
    ['256 MiB of scrypt', scrypt({ ln: 18, r: 8 }), scrypt({ ln: 18, r: 9 })],
    ['eight million steps of scrypt', scrypt({ ln: 18, r: 8, p: 4 }), scrypt({ ln: 18, r: 8, p: 5 })],
    ['two million rounds of PBKDF2', pbkdf2({ iterations: 2_000_000 }), pbkdf2({ iterations: 2_000_001 })],
  ])('the maximum accepted cost is %s', (_, most, more) => {
    expect(parseHash(most)).not.toBeNull()
    expect(parseHash(more)).toBeNull()
  })
})

describe('minimum parameters of an imported hash', () => {
  test.each([
    ['with a pass of argon2', argon2({ passes: 1 }), argon2({ passes: 0 })],
    ['with a lane of argon2', argon2({ lanes: 1 }), argon2({ lanes: 0 })],
    ['with eight blocks for each lane of argon2', argon2({ memory: 32, lanes: 4 }), argon2({ memory: 31, lanes: 4 })],
    ['with a bcrypt cost of 4', bcrypt('04'), bcrypt('03')],
    ['with a scrypt cost of 2', scrypt({ ln: 1 }), scrypt({ ln: 0 })],
    ['with a block of scrypt', scrypt({ r: 1 }), scrypt({ r: 0 })],
    ['with a lane of scrypt', scrypt({ p: 1 }), scrypt({ p: 0 })],
    ['with a round of PBKDF2', pbkdf2({ iterations: 1 }), pbkdf2({ iterations: 0 })],
    ['with ten bytes of scrypt', scrypt({ result: ofLength(10) }), scrypt({ result: ofLength(9) })],
    ['with ten bytes of PBKDF2', pbkdf2({ result: ofLength(10) }), pbkdf2({ result: ofLength(9) })],
    ['with eight bytes of salt for argon2', argon2({ salt: 's'.repeat(11) }), argon2({ salt: 's'.repeat(10) })],
    ['with twelve bytes of argon2', argon2({ result: 'h'.repeat(16) }), argon2({ result: 'h'.repeat(15) })],
  ])('a hash is accepted %s, and not with less', (_, least, less) => {
    expect(parseHash(least)).not.toBeNull()
    expect(parseHash(less)).toBeNull()
  })

  test.each([
    argon2(),
    argon2({ memory: 128, passes: 12, lanes: 16 }),
    bcrypt('10'),
    `$bcrypt-sha256${bcrypt('10')}`,
    scrypt(),
    `$firescrypt$ln=4,r=8,p=1$c2FsdA$${digest}$Bw$${digest}`,
    pbkdf2(),
  ])('%s as a whole, and nothing around it', text => {
    expect(parseHash(text)).not.toBeNull()
    expect(parseHash(`x${text}`)).toBeNull()
    expect(parseHash(`${text}$`)).toBeNull()
  })
})

test('a Firebase scrypt hash has its costs and a salt combined from both parts', () => {
  const firebase = `$firescrypt$ln=4,r=8,p=2$c2FsdA$${digest}$Bw$${ofLength(20)}`
  expect(parseHash(firebase)).toEqual({
    scheme: 'scrypt',
    n: 16,
    r: 8,
    p: 2,
    salt: Buffer.from('salt\u0007'),
    digest: Buffer.from(digest, 'base64'),
    signerKey: Buffer.alloc(20, 'h'),
  })
  expect(parseHash(scrypt())).toMatchObject({ salt: Buffer.from('salt'), signerKey: null })
})
