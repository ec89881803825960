import { createHash, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { hash as hashArgon2 } from '@node-rs/argon2'
import { hash as hashBcrypt } from '@node-rs/bcrypt'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseImportedHash } from '../../../operate/user-import/index.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import {
  createConcurrencyLimit,
  createHasher,
  hashesAtOnce,
  normalisePassword,
  passwordsAtWork,
} from './create-hasher.ts'
import { parseHash } from './parse-hash.ts'
import { verifyHash } from './verify-hash.ts'

const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
const typed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(text => !text.includes('\0'))

/** Hashes of every scheme that can be imported, as other programs write them, with low costs. */
const elsewhere: Record<string, (password: string) => Promise<string>> = {
  'argon2id of other costs': password => hashArgon2(password, { memoryCost: 64, timeCost: 1 }),
  argon2i: password => hashArgon2(password, { algorithm: 1 as never, memoryCost: 64, timeCost: 1 }),
  'bcrypt $2b$': password => hashBcrypt(password, { cost: 4 }),
  'bcrypt $2a$': async password => (await hashBcrypt(password, { cost: 4 })).replace('$2b$', '$2a$'),
  'bcrypt $2y$': async password => (await hashBcrypt(password, { cost: 4 })).replace('$2b$', '$2y$'),
  'scrypt, PHC': async password => {
    const salt = randomBytes(16)
    return `$scrypt$ln=4,r=8,p=1$${bare(salt)}$${bare(scryptSync(password, salt, 32, { N: 16 }))}`
  },
  'PBKDF2, PHC': async password => {
    const salt = randomBytes(16)
    return `$pbkdf2-sha512$i=10$${bare(salt)}$${bare(pbkdf2Sync(password, salt, 10, 64, 'sha512'))}`
  },
  'PBKDF2, passlib': async password => {
    const salt = randomBytes(16)
    const ab64 = (bytes: Buffer) => bare(bytes).replaceAll('+', '.')
    return `$pbkdf2-sha256$10$${ab64(salt)}$${ab64(pbkdf2Sync(password, salt, 10, 32, 'sha256'))}`
  },
  'scrypt, Django': async password => {
    const salt = randomBytes(12).toString('hex')
    return `scrypt$16$${salt}$8$5$${scryptSync(password, salt, 64, { N: 16, p: 5 }).toString('base64')}`
  },
  'scrypt, Werkzeug': async password => {
    const salt = randomBytes(12).toString('hex')
    return `scrypt:16:8:1$${salt}$${scryptSync(password, salt, 64, { N: 16 }).toString('hex')}`
  },
  'argon2, Django': async password => `argon2${await hashArgon2(password, { memoryCost: 64, timeCost: 1 })}`,
  'bcrypt, Django': async password => `bcrypt$${await hashBcrypt(password, { cost: 4 })}`,
  'bcrypt of SHA-256, Django': async password => {
    const digest = createHash('sha256').update(password).digest('hex')
    return `bcrypt_sha256$${await hashBcrypt(digest, { cost: 4 })}`
  },
  'PBKDF2, Werkzeug': async password => {
    const salt = randomBytes(12).toString('hex')
    return `pbkdf2:sha512:10$${salt}$${pbkdf2Sync(password, salt, 10, 64, 'sha512').toString('hex')}`
  },
  'PBKDF2, Django': async password => {
    const salt = randomBytes(12).toString('hex')
    return `pbkdf2_sha256$10$${salt}$${pbkdf2Sync(password, salt, 10, 32, 'sha256').toString('base64')}`
  },
}

describe.each(Object.entries(elsewhere))('hash created by %s', (_, make) => {
  test('the hash matches its password and no other', async () => {
    await fc.assert(
      fc.asyncProperty(typed, typed, async (password, other) => {
        const imported = parseImportedHash(await make(password))
        if (imported === null) throw new Error('It was not recognised.')
        expect(await verifyHash(imported.hash, password)).toBe(true)
        if (other !== password) expect(await verifyHash(imported.hash, other)).toBe(false)
        expect(createHasher().isOutdated(imported)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })
})

test('a Firebase hash matches its password and no other', async () => {
  // The example of https://github.com/firebase/scrypt
  const key = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
  const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
  const imported = parseImportedHash(`$firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw==$${hash}$Bw==$${key}`)
  expect(imported?.scheme).toBe('scrypt')
  expect(await verifyHash(imported?.hash ?? '', 'user1password')).toBe(true)
  expect(await verifyHash(imported?.hash ?? '', 'user2password')).toBe(false)
})

test('a hash with parts of the wrong length matches no password', async () => {
  const [long, short] = [Buffer.alloc(40, 'h'), Buffer.alloc(20, 'h')].map(bare)
  expect(await verifyHash(`$firescrypt$ln=4,r=8,p=1$c2FsdA$${long}$Bw$${short}`, 'password')).toBe(false)
})

test.each([
  ['more memory than a log-in may take', '$scrypt$ln=20,r=8,p=1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA'],
  ['more work than a log-in may cost', '$scrypt$ln=17,r=8,p=99$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA'],
  ['a cost that is no power of two', 'scrypt$1000$salt$8$1$aGFzaGhhc2hoYXNoaGFzaA'],
  ['more lanes than memory', '$argon2id$v=19$m=8,t=1,p=4$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA'],
  ['no passes', '$argon2id$v=19$m=64,t=0,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA'],
  ['too many passes', '$argon2id$v=19$m=262144,t=99,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA'],
  ['a bcrypt cost of 16', `$2b$16$${'a'.repeat(53)}`],
])('importing a hash with %s is rejected because it could never be verified', (_, text) => {
  expect(parseImportedHash(text)).toBeNull()
})

describe('malformed hash', () => {
  test('a malformed hash matches no password and throws nothing', async () => {
    const almost = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.constantFrom(
        '',
        '$argon2id$v=19$m=19456,t=2,p=1$$',
        '$argon2id$v=19$m=99999999,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA',
        '$2b$04$short',
        '$scrypt$ln=4,r=8,p=1$$',
        '$scrypt$ln=60,r=8,p=1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA',
        '$scrypt$ln=23,r=999,p=999$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA',
        '$pbkdf2-sha256$i=0$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA',
        '$pbkdf2-md5$i=10$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA',
        '$pbkdf2-sha256$i=10$c2FsdA$',
      ),
    )
    await fc.assert(
      fc.asyncProperty(almost, typed, async (encoded, password) => {
        expect(await verifyHash(encoded, password)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('a malformed hash is detected by its format', () => {
    fc.assert(fc.property(fc.string(), text => void parseHash(text)))
  })
})

describe('password hasher', () => {
  test('the hasher normalizes Unicode, compares the whole password, and recognizes its own hashes', async () => {
    const hasher = createHasher()
    const password = `${'x'.repeat(80)}é Ｆ ﬁ`
    const stored = { hash: await hasher.hash(password) }
    expect(hasher.isOutdated(stored)).toBe(false)
    for (const same of [password.normalize('NFD'), password.normalize('NFKD'), normalisePassword(password)]) {
      expect(await hasher.verify(stored, same)).toBe(true)
    }
    for (const other of [password.slice(0, 72), `${password} `, password.toUpperCase(), '']) {
      expect(await hasher.verify(stored, other)).toBe(false)
    }
  })

  test('the hasher accepts a password another system hashed without normalization', async () => {
    const hash = await hashBcrypt('ﬁne password', { cost: 4 })
    expect(await createHasher().verify({ hash }, 'ﬁne password')).toBe(true)
    expect(await createHasher().verify({ hash }, 'fine password')).toBe(false)
  })

  test('the hasher compares twice only for a foreign hash of a password that normalization changes', async () => {
    const compared: string[] = []
    const hasher = createHasher({
      compare: async (_, password) => {
        compared.push(password)
        return false
      },
    })
    const ours = { hash: await hasher.hash('another password') }
    const fromElsewhere = { hash: await hashBcrypt('another password', { cost: 4 }) }
    for (const [stored, typed, expected] of [
      [null, 'ﬁne', ['fine']],
      [ours, 'ﬁne', ['fine']],
      [fromElsewhere, 'fine', ['fine']],
      [fromElsewhere, 'ﬁne', ['fine', 'ﬁne']],
    ] as const) {
      compared.length = 0
      expect(await hasher.verify(stored, typed)).toBe(false)
      expect(compared).toEqual(expected)
    }
  })

  test('the hasher returns false without a stored password, whatever the comparison yields', async () => {
    const hasher = createHasher({ compare: async () => true })
    expect(await hasher.verify({ hash: await hasher.hash('password') }, 'password')).toBe(true)
    expect(await hasher.verify(null, 'password')).toBe(false)
  })

  test('the hasher does the same work without a stored password and returns false', async () => {
    const costs = '$argon2id$v=19$m=19456,t=2,p=1$'
    let work: string[] = []
    const hasher = createHasher({
      make: async password => {
        work.push('made')
        return createHasher().hash(password)
      },
      compare: (encoded, password) => {
        work.push(`compared ${password} with ${encoded.slice(0, costs.length)}, ${encoded.length} characters`)
        return verifyHash(encoded, password)
      },
    })
    const stored = { hash: await hasher.hash('another password') }
    await hasher.verify(null, 'the first, for which a hash is made that nobody has')
    for (const against of [stored, null, null]) {
      work = []
      expect(await hasher.verify(against, 'some password')).toBe(false)
      expect(work).toEqual([`compared some password with ${costs}, ${stored.hash.length} characters`])
    }
  })

  test('the hasher rejects calls when its queue is full and completes the others', async () => {
    const hasher = createHasher({ atOnce: 1, waiting: 3 })
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => hasher.hash(`password ${n}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const outcome of outcomes.slice(4)) {
      const reason = outcome.status === 'rejected' ? outcome.reason : null
      expect(reason).toBeInstanceOf(Refusal)
      expect(reason).toMatchObject({ type: 'too_many_requests', retryAfter: expect.any(Number) })
    }
    expect(await hasher.hash('afterwards')).toMatch(/^\$argon2id\$/)
  })
})

test('two hashes run in parallel per core, at most four', () => {
  expect([1, 2, 8].map(hashesAtOnce)).toEqual([2, 4, 4])
})

test('the queue holds eight calls per running hash', async () => {
  const { promise: never } = Promise.withResolvers<string>()
  let begun = 0
  const hasher = createHasher({
    make: () => {
      begun++
      return never
    },
  })
  let refused = 0
  const atOnce = hashesAtOnce(availableParallelism())
  for (let n = 0; n < passwordsAtWork + 2; n++) hasher.hash('password').catch(() => refused++)
  await turnOfTheEventLoop()
  expect([begun, refused, passwordsAtWork]).toEqual([atOnce, 2, 9 * atOnce])
})

describe('the concurrency limit', () => {
  test('the limit runs a fixed number of calls in order and continues after a failure', async () => {
    const limited = createConcurrencyLimit({ atOnce: 2, waiting: 100 })
    let running = 0
    let most = 0
    const order: number[] = []
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        limited(async () => {
          most = Math.max(most, ++running)
          order.push(n)
          await new Promise(resolve => setTimeout(resolve, 1))
          running--
          if (n % 3 === 0) throw new Error('It failed.')
        }),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  })

  test('the limit resolves each call when its own work is done', async () => {
    const limited = createConcurrencyLimit({ atOnce: 2, waiting: 100 })
    const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const answered: number[] = []
    for (const [n, { promise }] of works.entries()) void limited(() => promise).then(() => answered.push(n))
    for (const n of [1, 0, 3, 2, 4]) {
      works[n]?.resolve()
      await turnOfTheEventLoop()
      expect(answered.at(-1)).toBe(n)
    }
    expect(answered).toEqual([1, 0, 3, 2, 4])
  })
})

describe('imported bcrypt hash, which covers the first 72 bytes', () => {
  const first = 'é'.repeat(36)

  test.each(['', 'b', ' ', 'another tail'])(
    'the hash does not match its 72-byte prefix with tail %j unless it is the original password',
    async tail => {
      const hasher = createHasher()
      const stored = { hash: await hashBcrypt(first, { cost: 4 }) }
      expect(await hasher.verify(stored, `${first}${tail}`)).toBe(tail === '')
    },
  )

  test('the hash matches no longer password because the tail is unknown', async () => {
    const hasher = createHasher()
    const stored = { hash: await hashBcrypt(`${first}the true tail`, { cost: 4 }) }
    expect(await hasher.verify(stored, `${first}the true tail`)).toBe(false)
    expect(await hasher.verify(stored, `${first}another tail`)).toBe(false)
  })
})
