import { createCipheriv, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { hash as hashArgon2 } from '@node-rs/argon2'
import { hash as hashBcrypt } from '@node-rs/bcrypt'

/** Password of all users in these files. */
export const oldPassword = 'violet-anchor-tundra-93'

/** Base32 of 20 bytes, as authenticator apps have it. */
export const appSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** A test export of another system, in one or more parts, with its users. */
export type ExportedFile = {
  /** Arguments after `user import FILE`. */
  flags: string
  /** Contents, in the order in which they are imported. */
  parts: string[]
  /** Addresses of the users who log in with `oldPassword`. */
  people: string[]
}

const lines = (...values: unknown[]): string => `${values.map(value => JSON.stringify(value)).join('\n')}\n`
const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = (...rows: string[][]): string => `${rows.map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`

const bcrypt = (cost = 4) => hashBcrypt(oldPassword, { cost })

/** A user export job, and the hashes that support sends. */
export const fromAuth0 = async (): Promise<ExportedFile> => ({
  flags: '--from auth0',
  parts: [
    lines(
      {
        user_id: 'auth0|60425dc43519d90068f82973',
        email: 'ada@example.org',
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
        name: 'Ada Lovelace',
        nickname: 'ada',
        created_at: '2021-03-05T16:34:28.417Z',
        identities: [
          {
            connection: 'Username-Password-Authentication',
            provider: 'auth0',
            user_id: '60425dc43519d90068f82973',
            isSocial: false,
          },
          { connection: 'google-oauth2', provider: 'google-oauth2', user_id: '115015401343387192604', isSocial: true },
        ],
        user_metadata: { lang: 'en' },
        app_metadata: { plan: 'team' },
      },
      {
        user_id: 'auth0|60425da93519d90068f82966',
        email: 'grace@example.org',
        email_verified: false,
        name: 'grace@example.org',
        created_at: '2021-03-05T16:34:01.000Z',
      },
      { user_id: 'auth0|blocked', email: 'mallory@example.org', email_verified: true, blocked: true },
    ),
    lines(
      {
        _id: { $oid: '60425dc43519d90068f82973' },
        email_verified: true,
        email: 'ada@example.org',
        passwordHash: await bcrypt(),
        password_set_date: { $date: '2021-03-05T16:34:28.417Z' },
        tenant: 'dev-rwsbs6ym',
        connection: 'Username-Password-Authentication',
        _tmp_is_unique: true,
      },
      {
        _id: { $oid: '60425da93519d90068f82966' },
        email_verified: false,
        email: 'grace@example.org',
        passwordHash: await bcrypt(),
        tenant: 'dev-rwsbs6ym',
        connection: 'Username-Password-Authentication',
      },
    ),
  ],
  people: ['ada@example.org', 'grace@example.org'],
})

/** The CSV of the dashboard. */
export const fromClerk = async (): Promise<ExportedFile> => ({
  flags: '--from clerk',
  parts: [
    csv(
      [
        ...['id', 'first_name', 'last_name', 'username', 'primary_email_address', 'primary_phone_number'],
        ...['verified_email_addresses', 'unverified_email_addresses', 'verified_phone_numbers'],
        ...['unverified_phone_numbers', 'totp_secret', 'password_digest', 'password_hasher'],
      ],
      [
        ...['user_2abc', 'Ada', 'Lovelace', 'ada', 'ada@example.org', '+41446681800'],
        ...['ada@example.org|ada@work.example', 'old@example.org', '+41446681800', ''],
        ...[appSecret, await bcrypt(), 'bcrypt'],
      ],
      [
        ...['user_2abd', 'Grace', '', '', 'grace@example.org', '', 'grace@example.org', '', '', ''],
        ...['', await hashArgon2(oldPassword, { memoryCost: 64, timeCost: 1 }), 'argon2id'],
      ],
      [
        ...['user_2abe', '', '', '', 'md5@example.org', '', 'md5@example.org', '', '', ''],
        '',
        '5f4dcc3b5aa765d6',
        'md5',
      ],
    ),
  ],
  people: ['ada@example.org', 'grace@example.org'],
})

/** The key that scrypt is made with in a Firebase project, as its console shows it. */
const signerKey = randomBytes(64)
const separator = Buffer.from([7])
/** As shown in the console, with low costs. */
export const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${signerKey.toString('base64')},
  base64_salt_separator: ${separator.toString('base64')},
  rounds: 8,
  mem_cost: 4,
}
`

const firebaseHash = (salt: Buffer): string => {
  const key = scryptSync(oldPassword, Buffer.concat([salt, separator]), 32, { N: 2 ** 4, r: 8, p: 1 })
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey).toString('base64')
}

/** `firebase auth:export users.json`. @param configFile where `hashConfig` was written to */
export const fromFirebase = async (configFile: string): Promise<ExportedFile> => {
  const salt = randomBytes(11)
  return {
    flags: `--from firebase --hash-config ${configFile}`,
    parts: [
      JSON.stringify({
        users: [
          {
            localId: 'zk1lkqWx7jQbXGlRVZrZOpGjeZA2',
            email: 'ada@example.org',
            emailVerified: true,
            // firebase-tools writes plain base64; the API writes the form for addresses.
            passwordHash: firebaseHash(salt).replaceAll('+', '-').replaceAll('/', '_'),
            salt: salt.toString('base64'),
            displayName: 'Ada Lovelace',
            lastSignedInAt: '1614962068417',
            createdAt: '1614962068417',
            phoneNumber: '+41446681800',
            customAttributes: '{"plan":"team"}',
            providerUserInfo: [
              { providerId: 'google.com', rawId: '115015401343387192604', email: 'ada@example.org' },
              { providerId: 'microsoft.com', rawId: '9f1d' },
              { providerId: 'phone', rawId: '+41446681800' },
            ],
          },
          { localId: 'disabled', email: 'mallory@example.org', emailVerified: true, disabled: true },
        ],
      }),
    ],
    people: ['ada@example.org'],
  }
}

/** `auth.users` as a database writes it, then the tables beside it. */
export const fromSupabase = async (): Promise<ExportedFile> => {
  const id = 'b3f1c2a4-5d6e-4f70-8123-456789abcdef'
  return {
    flags: '--from supabase',
    parts: [
      csv(
        [
          ...['instance_id', 'id', 'aud', 'role', 'email', 'encrypted_password', 'email_confirmed_at', 'phone'],
          ...[
            'phone_confirmed_at',
            'raw_app_meta_data',
            'raw_user_meta_data',
            'created_at',
            'banned_until',
            'deleted_at',
          ],
          'is_anonymous',
        ],
        [
          ...['00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', 'ada@example.org'],
          ...[await bcrypt(), '2023-01-31 10:11:12.345678+00', '41446681800', '2023-01-31 10:11:12+00'],
          ...['{"provider":"email","providers":["email","google"]}', '{"full_name":"Ada Lovelace","lang":"en"}'],
          ...['2023-01-31 10:11:12.345678+00', '', '', 'f'],
        ],
        [
          ...['00000000-0000-0000-0000-000000000000', 'c3f1', 'authenticated', 'authenticated', 'gone@example.org'],
          ...[await bcrypt(), '2023-01-31 10:11:12+00', '', '', '{}', '{}', '2023-01-31 10:11:12+00', ''],
          ...['2024-01-31 10:11:12+00', 'f'],
        ],
      ),
      JSON.stringify([
        { provider_id: id, user_id: id, identity_data: { sub: id }, provider: 'email' },
        { provider_id: '115015401343387192604', user_id: id, identity_data: '{"sub":"115"}', provider: 'google' },
        { provider_id: 'x', user_id: id, identity_data: {}, provider: 'kakao' },
        { provider_id: 'y', user_id: 'unknown', identity_data: {}, provider: 'google' },
      ]),
      csv(
        ['id', 'user_id', 'factor_type', 'status', 'secret'],
        ['f1', id, 'totp', 'unverified', appSecret],
        ['f2', id, 'totp', 'verified', appSecret],
      ),
    ],
    people: ['ada@example.org'],
  }
}

const keycloakPbkdf2 = (salt: Buffer) => ({
  type: 'password',
  secretData: JSON.stringify({
    value: pbkdf2Sync(oldPassword, salt, 10, 64, 'sha512').toString('base64'),
    salt: salt.toString('base64'),
    additionalParameters: {},
  }),
  credentialData: JSON.stringify({ hashIterations: 10, algorithm: 'pbkdf2-sha512', additionalParameters: {} }),
})

const keycloakArgon2 = async (salt: Buffer) => {
  const encoded = await hashArgon2(oldPassword, { memoryCost: 7168, timeCost: 5, parallelism: 1, salt })
  const value = Buffer.from(encoded.split('$').at(-1) ?? '', 'base64').toString('base64')
  const additionalParameters = {
    ...{ hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
  }
  return {
    type: 'password',
    secretData: JSON.stringify({ value, salt: salt.toString('base64'), additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations: 5, algorithm: 'argon2', additionalParameters }),
  }
}

/** A realm with its users, as `kc.sh export` writes it. */
export const fromKeycloak = async (): Promise<ExportedFile> => ({
  flags: '--from keycloak',
  parts: [
    JSON.stringify(
      {
        id: 'journal',
        realm: 'journal',
        enabled: true,
        roles: { realm: [{ name: 'moderator' }] },
        users: [
          {
            id: '1f0c6f1a-8b1f-4d0c-9a53-1d1a7a3f9b11',
            createdTimestamp: 1_614_962_068_417,
            username: 'ada',
            enabled: true,
            emailVerified: true,
            firstName: 'Ada',
            lastName: 'Lovelace',
            email: 'ada@example.org',
            attributes: { locale: ['en'] },
            credentials: [
              await keycloakArgon2(randomBytes(16)),
              {
                type: 'otp',
                // Without an encoding, the bytes of the text are the secret.
                secretData: '{"value":"a1B2c3D4e5F6g7H8i9J0"}',
                credentialData: '{"subType":"totp","digits":6,"counter":0,"period":30,"algorithm":"HmacSHA1"}',
              },
              { type: 'recovery-authn-codes', secretData: '{}', credentialData: '{}' },
            ],
            realmRoles: ['default-roles-journal', 'moderator', 'editor'],
            federatedIdentities: [{ identityProvider: 'github', userId: '583231', userName: 'ada' }],
          },
          {
            id: '2f0c6f1a-8b1f-4d0c-9a53-1d1a7a3f9b12',
            username: 'grace@example.org',
            enabled: true,
            emailVerified: true,
            email: 'grace@example.org',
            credentials: [keycloakPbkdf2(randomBytes(16))],
          },
          {
            id: '3f',
            username: 'service-account-api',
            enabled: true,
            serviceAccountClientId: 'api',
            email: 's@example.org',
          },
        ],
        clients: [{ users: [{ email: 'nobody@example.org' }] }],
      },
      null,
      2,
    ),
  ],
  people: ['ada@example.org', 'grace@example.org'],
})

/** Two pages of a search, one after the other, then a table with the hashes. */
export const fromStytch = async (): Promise<ExportedFile> => {
  const user = (user_id: string, email: string, more: object = {}) => ({
    user_id,
    name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
    emails: [{ email_id: 'email-live-1', email, verified: true }],
    phone_numbers: [],
    providers: [],
    password: { password_id: 'password-live-1', requires_reset: false },
    totps: [],
    webauthn_registrations: [],
    biometric_registrations: [],
    crypto_wallets: [],
    roles: ['stytch_user'],
    trusted_metadata: { plan: 'team' },
    untrusted_metadata: {},
    created_at: '2021-03-05T16:34:28Z',
    status: 'active',
    ...more,
  })
  const page = (...results: object[]) =>
    JSON.stringify({ request_id: 'request-id-live-1', results, results_metadata: { total: 2 }, status_code: 200 })
  const google = { provider_type: 'Google', provider_subject: '115015401343387192604' }
  return {
    flags: '--from stytch',
    parts: [
      `${page(user('user-live-1', 'ada@example.org', { providers: [google] }))}\n${page(
        user('user-live-2', 'grace@example.org', { totps: [{ totp_id: 't', verified: true }] }),
      )}\n`,
    ],
    people: ['ada@example.org', 'grace@example.org'],
  }
}

/** Hashes in a table of their own, for a system that exports none. */
export const hashTable = async (...people: string[]): Promise<ExportedFile> => ({
  flags: '--from csv --columns email=email,hash=hash',
  parts: [csv(['email', 'hash'], ...(await Promise.all(people.map(async email => [email, await bcrypt()]))))],
  people,
})

/** `auth_user` of Django. */
export const fromDjango = async (): Promise<ExportedFile> => {
  const hash = pbkdf2Sync(oldPassword, 'salt', 10, 32, 'sha256').toString('base64')
  return {
    flags:
      '--from csv --columns id=id,email=email,hash=password,first_name=first_name,last_name=last_name,created_at=date_joined',
    parts: [
      csv(
        ['id', 'password', 'last_login', 'username', 'first_name', 'last_name', 'email', 'is_active', 'date_joined'],
        [
          '1',
          `pbkdf2_sha256$10$salt$${hash}`,
          '',
          'ada',
          'Ada',
          'Lovelace, Countess',
          'ada@example.org',
          't',
          '2013-03-16 17:40:41.123+00',
        ],
        [
          '2',
          '!cannot-be-used',
          '',
          'grace',
          'Grace',
          '"Amazing" Hopper',
          'grace@example.org',
          't',
          '2013-03-16 17:40:41+00',
        ],
      ),
    ],
    people: ['ada@example.org'],
  }
}

/** `users` of Devise. */
export const fromDevise = async (): Promise<ExportedFile> => ({
  flags:
    '--from csv --columns id=id,email=email,hash=encrypted_password,email_verified=confirmed_at,created_at=created_at',
  parts: [
    csv(
      ['id', 'email', 'encrypted_password', 'confirmed_at', 'created_at'],
      ['1', 'ada@example.org', (await bcrypt()).replace('$2b$', '$2a$'), '2019-01-02 03:04:05', '2019-01-02 03:04:05'],
      ['2', 'grace@example.org', await bcrypt(), '', '2019-01-02 03:04:05'],
      ['3', 'odd@example.org', await bcrypt(), 'perhaps', '2019-01-02 03:04:05'],
    ),
  ],
  people: ['ada@example.org', 'grace@example.org'],
})
