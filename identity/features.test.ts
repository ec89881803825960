import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import type { EmailAddress } from '@corroborate/wire/email'
import type { User } from '@corroborate/wire/types'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emails, phoneNumbers, proveEmail } from './accounts/contacts/attach.ts'
import { holdUser } from './accounts/sessions/index.ts'
import { createUser } from './accounts/users/index.ts'
import { insertRegistration } from './factors/oauth/index.ts'
import { handleFor, insertPasskey } from './factors/passkeys/store.ts'
import { setPassword } from './factors/passwords/index.ts'
import { insertWallet } from './factors/wallets/store.ts'
import { brought, factors } from './features.ts'
import { migrations } from './migrations.ts'
import type { Tables } from './platform/database/index.ts'
import type { Factor } from './sdk/feature/feature.ts'
import { openIdentity } from './testing/index.ts'

type Provider = Awaited<ReturnType<typeof openIdentity>>

/** Test data recipe of a factor. */
type Recipe = {
  /** Creates the factor's data for a user with an unverified address. */
  make: (provider: Provider, userId: string) => Promise<unknown>
  /** True if the user object shows the data. Omitted for factors that it doesn't show. */
  isShown?: (user: User) => boolean
  /** The id by which it is removed. */
  idOf?: (user: User) => string | undefined
  /** Creates a user with no other sign-in method. Omitted if it is not a sign-in method or cannot be removed. */
  makeOnlyWayIn?: (provider: Provider) => Promise<{ userId: string; id: string }>
  /** Creates data that expires within an hour. The provider purges at startup whatever has expired by then. */
  makeUseless?: (provider: Provider, userId: string) => Promise<unknown>
}

const second = 'second@example.org'
const number = '+41446681800'

const newTotp = async (provider: Provider, userId: string): Promise<void> => {
  const { db, clock } = provider
  const project_id = (await provider.project()).id
  const times = { last_step: 0, expires_at: clock.now + 60_000, created_at: clock.now }
  const row = { project_id, totp_id: `totp-test-${userId}`, user_id: userId, secret: '', verified: 0, ...times }
  await db.insertInto('totps').values(row).execute()
}

const newPasskey = async (provider: Provider, userId: string): Promise<string> => {
  const project = await provider.project()
  return provider.db.transaction().execute(async tx => {
    const userHandle = await handleFor(tx, project.id, userId, null)
    const kept = { credentialId: userId, publicKey: new Uint8Array(), userHandle, domain: 'localhost', counter: 0 }
    const seen = { name: '', transports: [], authenticatorType: '', aaguid: '', userAgent: '' } as const
    const flags = { isDiscoverable: true, isBackupEligible: false, isBackedUp: false }
    const id = await insertPasskey(tx, project, userId, { ...kept, ...seen, ...flags }, Date.now())
    return id ?? ''
  })
}

const newWallet = async (provider: Provider, userId: string): Promise<string> => {
  const project = await provider.project()
  const wallet = { type: 'solana', address: userId, chainId: null } as const
  return provider.db
    .transaction()
    .execute(async tx => (await insertWallet(tx, project, userId, wallet, Date.now())) ?? '')
}

const newRegistration = async (provider: Provider, userId: string): Promise<string> => {
  const project = await provider.project()
  const whom = { provider: 'google', authority: 'oauth2.googleapis.com', subject: userId } as const
  const values = { access_token: '', id_token: '', refresh_token: '', scopes: [], expires_at: '', email: '' }
  const kept = { pictureUrl: '', locale: '', values }
  return provider.db.transaction().execute(async tx => {
    const id = await insertRegistration(tx, provider.sealer, project, userId, whom, kept, Date.now())
    return id ?? ''
  })
}

const sendTo = (path: string) => async (provider: Provider, userId: string) => {
  const [own] = await emails.list(provider.db, (await provider.project()).id, userId)
  expect((await provider.sdk('POST', path, { email: own?.value })).status).toBe(200)
}

/** One for every factor of the list: without it this file does not compile. */
const recipes: Record<keyof typeof factors, Recipe> = {
  emails: {
    make: async (provider, userId) => {
      const project = await provider.project()
      await provider.db
        .transaction()
        .execute(tx => emails.claim(tx, project, userId, second as EmailAddress, false, Date.now()))
    },
    isShown: user => user.emails.some(({ email }) => email === second),
    idOf: user => user.emails.find(({ email }) => email === second)?.email_id,
    makeOnlyWayIn: async provider => {
      const { userId, emailId: id } = await provider.addUser('only@example.org')
      return { userId, id }
    },
  },
  phoneNumbers: {
    make: async (provider, userId) => {
      const project = await provider.project()
      await provider.db.transaction().execute(tx => phoneNumbers.claim(tx, project, userId, number, true, Date.now()))
    },
    isShown: user => user.phone_numbers.some(({ phone_number }) => phone_number === number),
    idOf: user => user.phone_numbers[0]?.phone_id,
    makeOnlyWayIn: async provider => {
      const project = await provider.project()
      return provider.db.transaction().execute(async tx => {
        const userId = await createUser(tx, project, {}, Date.now())
        const id = await phoneNumbers.claim(tx, project, userId, number, true, Date.now())
        return { userId, id: id ?? '' }
      })
    },
  },
  magicLinks: { make: sendTo('/magic_links/email/login_or_create') },
  otps: { make: sendTo('/otps/email/login_or_create') },
  passwords: {
    make: async (provider, userId) => {
      const project = await provider.project()
      const password = { scheme: 'argon2', hash: '$argon2id$x' } as const
      await provider.db.transaction().execute(tx => setPassword(tx, project, userId, password, Date.now()))
      await sendTo('/passwords/email/reset/start')(provider, userId)
    },
    isShown: user => user.password !== null,
  },
  totps: {
    make: newTotp,
    isShown: user => user.totps.length > 0,
    idOf: user => user.totps[0]?.totp_id,
    makeUseless: newTotp,
  },
  passkeys: {
    make: newPasskey,
    isShown: user => user.webauthn_registrations.length > 0,
    idOf: user => user.webauthn_registrations[0]?.webauthn_registration_id,
    makeOnlyWayIn: async provider => {
      const project = await provider.project()
      const userId = await provider.db.transaction().execute(tx => createUser(tx, project, {}, Date.now()))
      return { userId, id: await newPasskey(provider, userId) }
    },
  },
  wallets: {
    make: newWallet,
    isShown: user => user.crypto_wallets.length > 0,
    idOf: user => user.crypto_wallets[0]?.crypto_wallet_id,
    makeOnlyWayIn: async provider => {
      const project = await provider.project()
      const userId = await provider.db.transaction().execute(tx => createUser(tx, project, {}, Date.now()))
      return { userId, id: await newWallet(provider, userId) }
    },
  },
  oauth: {
    make: newRegistration,
    isShown: user => user.providers.length > 0,
    idOf: user => user.providers[0]?.oauth_user_registration_id,
    makeOnlyWayIn: async provider => {
      const project = await provider.project()
      const userId = await provider.db.transaction().execute(tx => createUser(tx, project, {}, Date.now()))
      return { userId, id: await newRegistration(provider, userId) }
    },
  },
}

const each = Object.keys(recipes) as (keyof typeof factors)[]

describeStore<Tables>('the contract of a factor', migrations, (openStore, store: StoreUnderTest) => {
  const open = async (): Promise<Provider> => {
    const folder = mkdtempSync(join(tmpdir(), 'factors-'))
    const { url } = store.placeOf(await openStore())
    const provider = await openIdentity({ DATA_DIR: folder, ...(url !== undefined && { IDENTITY_DATABASE_URL: url }) })
    onTestFinished(async () => {
      await provider.close()
      rmSync(folder, { recursive: true, force: true })
    })
    return provider
  }

  const read = async ({ db, clock, project }: Provider, userId: string): Promise<User | null> =>
    brought.users.read(db, (await project()).id, userId, clock.now)

  /** Rows of a user in the factor's own tables. */
  const countRows = async ({ db }: Provider, { tables }: Factor, userId: string): Promise<number> => {
    let count = 0
    for (const table of tables as readonly ('user_emails' | 'totps')[]) {
      count += (await db.selectFrom(table).select('project_id').where('user_id', '=', userId).execute()).length
    }
    return count
  }

  /** Its secrets that can still be spent. */
  const countSecrets = async ({ db }: Provider, { secrets }: Factor, userId: string): Promise<number> => {
    const unused = db.selectFrom('single_use_secrets').select('kind').where('user_id', '=', userId)
    const rows = await unused.where('used_at', 'is', null).execute()
    return rows.filter(({ kind }) => secrets.includes(kind)).length
  }

  describe.each(each)('factor %s', name => {
    const factor: Factor = factors[name]
    const recipe = recipes[name]

    /** Creates a user with the factor's data and an unverified address. */
    const made = async () => {
      const provider = await open()
      const { userId, emailId } = await provider.addUser('first@example.org', { verified: false })
      await recipe.make(provider, userId)
      return { provider, userId, emailId }
    }

    test('the factor is created and appears in the user object', async () => {
      const { provider, userId } = await made()
      const rows = await countRows(provider, factor, userId)
      const secrets = await countSecrets(provider, factor, userId)
      expect(rows + secrets).toBeGreaterThan(0)
      const user = await read(provider, userId)
      expect(factor.userField === null).toBe(recipe.isShown === undefined)
      if (user !== null) expect(recipe.isShown?.(user) ?? true).toBe(true)
    })

    test('the factor is wiped at the first verification of the mailbox', async () => {
      const { provider, userId, emailId } = await made()
      const project = await provider.project()
      const request = { id: 'test', now: provider.clock.now, address: '192.0.2.1', userAgent: '', origin: null }
      const call = { project, request, session: null }
      const proved = await holdUser(provider.db, call, userId, held => proveEmail(brought, held, emailId))
      expect(proved).toBe(true)
      const user = await read(provider, userId)
      expect(user === null || (recipe.isShown?.(user) ?? false)).toBe(false)
      // Of an address's own table, the proved one stays.
      expect(await countRows(provider, factor, userId)).toBe(factor.userField?.field === 'emails' ? 1 : 0)
      expect(await countSecrets(provider, factor, userId)).toBe(0)
    })

    test('the factor is removed by its user unless it is the last sign-in method', async () => {
      const { removal } = factor
      expect(removal === null).toBe(recipe.idOf === undefined)
      if (removal === null) return
      const provider = await open()
      const { userId } = await provider.addUser('first@example.org')
      await recipe.make(provider, userId)
      const remove = async (owner: string, id: string) => {
        const { session_token: session } = await provider.signIn(owner)
        return provider.sdk('DELETE', removal.endpoint.path.replace(':id', id), undefined, { session })
      }
      expect((await remove(userId, 'another')).json).toMatchObject({ error_type: removal.notFound })
      const before = await read(provider, userId)
      const id = before === null ? undefined : recipe.idOf?.(before)
      expect((await remove(userId, id ?? '')).status).toBe(200)
      const after = await read(provider, userId)
      expect(after === null || (recipe.isShown?.(after) ?? false)).toBe(false)

      const entries = await provider.db.selectFrom('audit_log').select('action').execute()
      expect(entries.map(({ action }) => action)).toContain(removal.action)
      // Every owner notification has its strings.
      if (before !== null && id !== undefined) {
        const change = removal.change(before, id)
        if (change !== null) expect(factor.notices.map(notice => notice.change)).toContain(change)
      }

      expect(factor.isWayIn === null).toBe(recipe.makeOnlyWayIn === undefined)
      if (recipe.makeOnlyWayIn === undefined) return
      await provider.db.deleteFrom('user_phone_numbers').execute()
      const only = await recipe.makeOnlyWayIn(provider)
      const refused = await remove(only.userId, only.id)
      expect(refused.json).toMatchObject({ error_type: 'cannot_delete_last_primary_factor' })
    })

    test('the factor is deleted with the user', async () => {
      const { provider, userId } = await made()
      const { id } = await provider.project()
      expect(await provider.db.transaction().execute(tx => brought.users.delete(tx, id, userId))).toBe(true)
      expect(await read(provider, userId)).toBeNull()
      expect(await countRows(provider, factor, userId)).toBe(0)
      expect(await countSecrets(provider, factor, userId)).toBe(0)
    })

    test('the factor is purged with a pending user unless it makes them an account', async () => {
      const { provider, userId } = await made()
      await brought.users.sweepPending(provider.db, provider.clock.now + 60_000)
      const isKept = factor.makesAccount !== null
      expect((await read(provider, userId)) !== null).toBe(isKept)
      expect((await countRows(provider, factor, userId)) > 0).toBe(isKept)
    })

    test('the factor is purged once it is useless', async () => {
      expect(factor.sweep === null).toBe(recipe.makeUseless === undefined)
      if (recipe.makeUseless === undefined) return
      const provider = await open()
      const { userId } = await provider.addUser('first@example.org')
      await recipe.makeUseless(provider, userId)
      await factor.sweep?.(provider.db, provider.clock.now)
      expect(await countRows(provider, factor, userId)).toBeGreaterThan(0)
      await factor.sweep?.(provider.db, provider.clock.now + 60 * 60_000)
      expect(await countRows(provider, factor, userId)).toBe(0)
    })
  })
})

describe('factor folders', () => {
  const all = Object.values(factors) as Factor[]

  test.each([
    ['name', all.map(({ name }) => name)],
    ['table', all.flatMap(({ tables }) => tables)],
    ['kind of secret', all.flatMap(({ secrets }) => secrets)],
    ['notice', all.flatMap(({ notices }) => notices.map(({ change }) => change))],
    ['limit', all.flatMap(({ limits }) => Object.keys(limits))],
    ['setting', all.flatMap(({ settings }) => Object.keys(settings))],
    ['field of the user object', all.flatMap(({ userField }) => userField?.field ?? [])],
  ])('no %s belongs to two factors', (_, names: readonly string[]) => {
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  })
})
