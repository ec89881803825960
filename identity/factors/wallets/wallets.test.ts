import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { readRequest } from '@corroborate/wire/requests'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { type Answered, createEthereumWallet, createSolanaWallet, readMailbox } from '../../testing/index.ts'
import { requireSiwe } from './challenge.ts'
import {
  authenticate,
  challengeOf,
  headers,
  minutes,
  notAccepted,
  open,
  origin,
  type Provider,
  post,
  refusal,
  signInBy,
  start,
  stateOf,
} from './testing/routes.ts'

const ada = 'ada@example.org'
const each = [
  ['ethereum', createEthereumWallet],
  ['solana', createSolanaWallet],
] as const

const enter = async (provider: Provider, email = ada) => {
  const { userId } = await provider.addUser(email)
  return { userId, session: (await provider.signIn(userId)).session_token }
}

describe.each(each)('%s wallet', (type, create) => {
  test('a wallet signs up, signs in again, and is removed unless it is the last sign-in method', async () => {
    const provider = await open()
    const wallet = create()
    const first = await signInBy(provider, wallet)
    const shown = {
      crypto_wallet_id: expect.stringMatching(/^crypto-wallet-test-/),
      crypto_wallet_address: wallet.address,
      crypto_wallet_type: type,
      verified: true,
    }
    const { verified: _, ...inFactor } = shown
    expect(first).toMatchObject({ status: 200, data: { user: { status: 'active', crypto_wallets: [shown] } } })
    expect(first.data.session).toMatchObject({
      authentication_factors: [
        { type: 'signature_challenge', delivery_method: 'crypto_wallet', crypto_wallet_factor: inFactor },
      ],
    })
    const user = first.data.user as { user_id: string; created_at: string; updated_at: string }
    expect(user.created_at).toBe(user.updated_at)

    provider.clock.now += 60_000
    const again = await signInBy(provider, wallet)
    expect(again).toMatchObject({ status: 200, data: { user_id: user.user_id, user: { crypto_wallets: [shown] } } })

    const session = String(again.data.session_token)
    const [{ crypto_wallet_id: id } = { crypto_wallet_id: '' }] = (
      again.data.user as { crypto_wallets: { crypto_wallet_id: string }[] }
    ).crypto_wallets
    const remove = () => provider.sdk('DELETE', `/users/crypto_wallets/${id}`, undefined, { session, headers })
    expect(await remove()).toMatchObject(refusal('cannot_delete_last_primary_factor'))
    const other = createEthereumWallet()
    const attached = await signInBy(provider, other, { session })
    expect(attached).toMatchObject({ status: 200, data: { user_id: user.user_id } })
    expect(
      await provider.sdk('DELETE', `/users/crypto_wallets/${id}`, undefined, {
        session: String(attached.data.session_token),
        headers,
      }),
    ).toMatchObject({ status: 200, data: { __user: { crypto_wallets: [{ crypto_wallet_address: other.address }] } } })
    // A sign-in with the removed wallet creates a new user.
    expect((await signInBy(provider, wallet)).data.user_id).not.toBe(user.user_id)
  })

  test('adding a wallet to the signed-in user sends a notification', async () => {
    const provider = await open()
    const { userId, session } = await enter(provider)
    const wallet = create()
    const attached = await signInBy(provider, wallet, { session })
    expect(attached).toMatchObject({
      status: 200,
      data: { user_id: userId, user: { crypto_wallets: [{ crypto_wallet_address: wallet.address }] } },
    })
    expect(attached.data.session).toMatchObject({
      authentication_factors: [{ type: 'password' }, { type: 'signature_challenge' }],
    })
    expect((await readMailbox(provider, ada, 1))[0].subject).toContain('A wallet was added')
    const again = await signInBy(provider, wallet, { session: String(attached.data.session_token) })
    expect(again).toMatchObject({ status: 200, data: { user_id: userId } })
    expect((await signInBy(provider, wallet)).data.user_id).toBe(userId)
  })
})

test('a wallet is recognized by any spelling of its address', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  const { user_id } = (await signInBy(provider, wallet)).data
  const lower = { ...wallet, address: wallet.address.toLowerCase() }
  const upper = { ...wallet, address: `0x${wallet.address.slice(2).toUpperCase()}` }
  const text = await challengeOf(provider, lower)
  expect(text).toContain(wallet.address)
  expect(await authenticate(provider, upper, wallet.sign(text))).toMatchObject({ status: 200, data: { user_id } })
})

test('an address of the wrong wallet type is rejected in both steps', async () => {
  const provider = await open()
  const { address } = createSolanaWallet()
  const wrong = [
    { type: 'ethereum', address },
    { type: 'solana', address: createEthereumWallet().address },
    { type: 'solana', address: '11111111111111111111111111111111' },
    { type: 'ethereum', address: '0x' },
  ] as const
  const before = await stateOf(provider)
  for (const wallet of wrong) {
    expect(await start(provider, wallet)).toMatchObject(refusal('invalid_crypto_wallet_address'))
    expect(await authenticate(provider, wallet, '0x00')).toMatchObject(refusal('invalid_crypto_wallet_address'))
  }
  expect((await post(provider, 'authenticate/start/primary', { crypto_wallet_address: address })).status).toBe(400)
  expect(await stateOf(provider)).toBe(before)
})

test('another account’s wallet cannot be added, and this is revealed only after it signs', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  const { user_id } = (await signInBy(provider, wallet)).data
  const { session } = await enter(provider)
  const text = await challengeOf(provider, wallet, { session })
  const before = await stateOf(provider)
  expect(await authenticate(provider, wallet, wallet.sign(text), { session })).toMatchObject({
    ...notAccepted,
    json: { error_message: 'This wallet belongs to another account.' },
  })
  expect(await stateOf(provider)).toBe(before)
  expect((await signInBy(provider, wallet)).data.user_id).toBe(user_id)
})

test('a project with SIWE announces it and sends a message naming the page', async () => {
  const provider = await open()
  await provider.configure({ siwe: true })
  const bootstrap = await provider.sdk('GET', `/projects/bootstrap/${provider.publicToken}`)
  expect(bootstrap.data.siwe_required_for_crypto_wallets).toBe(true)
  const wallet = createEthereumWallet()
  const siwe_params = { uri: `${origin}/login`, statement: 'Welcome.', chain_id: '5' }
  const text = await challengeOf(provider, wallet, { body: { siwe_params } })
  expect(text).toMatch(/^http:\/\/localhost:5000 wants you to sign in with your Ethereum account:\n0x/)
  expect(text).toMatch(/\n\nWelcome\.\n\nURI: http:\/\/localhost:5000\/login\nVersion: 1\nChain ID: 5\nNonce: \w{22}\n/)
  expect((await authenticate(provider, wallet, wallet.sign(text))).status).toBe(200)
  // The page sets nothing.
  expect(await challengeOf(provider, wallet)).toContain(`\nURI: ${origin}\n`)
  const solana = createSolanaWallet()
  const counterpart = await challengeOf(provider, solana)
  expect(counterpart).toContain('wants you to sign in with your Solana account:')
  expect((await authenticate(provider, solana, solana.sign(counterpart))).status).toBe(200)
  expect((await start(provider, solana, { body: { siwe_params } })).status).toBe(400)
})

describe('page-defined message fields', () => {
  const now = Date.now()
  const late = new Date(now + 3_600_000).toISOString()
  const end = new Date(now + 300_000).toISOString()
  test.each<[string, object, Parameters<typeof refusal>[0]]>([
    ['a statement with a second URI line', { statement: `Hi\nURI: https://evil.example` }, 'invalid_siwe_statement'],
    ['a statement with a carriage return', { statement: 'Hi\rthere' }, 'invalid_siwe_statement'],
    ['a statement that is not ASCII', { statement: 'Grüezi' }, 'invalid_siwe_statement'],
    ['an empty statement', { statement: '' }, 'invalid_siwe_statement'],
    ['another site', { uri: 'https://evil.example' }, 'invalid_siwe_uri'],
    ['a sibling of the page', { uri: 'http://other.localhost:5000' }, 'invalid_siwe_uri'],
    ['a user name', { uri: 'http://ada@localhost:5000' }, 'invalid_siwe_uri'],
    ['a password', { uri: 'http://:secret@localhost:5000' }, 'invalid_siwe_uri'],
    ['no address', { uri: 'localhost' }, 'invalid_siwe_uri'],
    ['an address of two lines', { uri: `${origin}/\nChain ID: 2` }, 'invalid_siwe_uri'],
    ['a chain in letters', { chain_id: 'one' }, 'invalid_siwe_chain_id'],
    ['a chain in hexadecimal', { chain_id: '0x1' }, 'invalid_siwe_chain_id'],
    ['no date', { issued_at: 'yesterday' }, 'invalid_siwe_issued_at'],
    ['a date that never was', { issued_at: '2026-02-30T00:00:00Z' }, 'invalid_siwe_issued_at'],
    ['an issue after the end', { issued_at: late }, 'invalid_siwe_issued_at'],
    ['a start after the end', { not_before: late }, 'invalid_siwe_not_before'],
    ['a start at the end', { not_before: end }, 'invalid_siwe_not_before'],
    ['a date of two lines', { not_before: '2026-01-01T00:00:00Z\nX' }, 'invalid_siwe_not_before'],
    ['a request of two lines', { message_request_id: 'a\nb' }, 'invalid_siwe_message_request_id'],
    ['a resource that is no URI', { resources: ['not a uri'] }, 'invalid_siwe_resources'],
    [
      'a resource of two lines',
      { resources: ['https://example.org/\n- https://evil.example'] },
      'invalid_siwe_resources',
    ],
  ])('a message field is rejected when it is %s', (_, said, type) => {
    const siwe_params = { uri: origin, ...said }
    const asked = { crypto_wallet_type: 'ethereum', crypto_wallet_address: '0x', siwe_params }
    const read = readRequest(endpoints.cryptoWallets.authenticateStartPrimary, { body: asked })
    if (read.kind === 'refused') return expect(read.refusal).toEqual({ kind: 'value', errorType: type })
    const params = read.request.body.siwe_params ?? siwe_params
    const check = () => requireSiwe({ allowedOrigins: [origin] }, { origin }, params, now + 300_000)
    expect(check).toThrow(expect.objectContaining({ type }))
  })

  test('a message date may extend to the challenge’s expiry', () => {
    const check = (said: object) =>
      requireSiwe({ allowedOrigins: [origin] }, { origin }, { uri: origin, ...said }, now + 300_000)
    expect(check({ issued_at: end })).toBe(origin)
    expect(check({ not_before: new Date(now + 299_999).toISOString() })).toBe(origin)
  })

  test('an invalid message field is rejected by the endpoint without side effects', async () => {
    const provider = await open()
    const wallet = createEthereumWallet()
    const before = await stateOf(provider)
    const ask = (said: object, more: object = {}) =>
      start(provider, wallet, { body: { siwe_params: { uri: origin, ...said } }, ...more })
    expect(await ask({ statement: 'Hi\nURI: https://evil.example' })).toMatchObject(refusal('invalid_siwe_statement'))
    expect(await ask({ uri: 'https://evil.example' })).toMatchObject(refusal('invalid_siwe_uri'))
    // A non-browser client supplies the page in its request. The project's pages are accepted.
    const { Origin: _, ...ofProgram } = headers
    const program = (uri: string) =>
      provider.sdk(
        'POST',
        '/crypto_wallets/authenticate/start/primary',
        { crypto_wallet_type: 'ethereum', crypto_wallet_address: wallet.address, siwe_params: { uri } },
        { headers: ofProgram },
      )
    expect(await program('https://evil.example')).toMatchObject(refusal('bad_domain_for_stytch_sdk'))
    expect(await stateOf(provider)).toBe(before)
    expect((await program(origin)).status).toBe(200)
  })

  test('a message cannot be used before its notBefore time', async () => {
    const provider = await open()
    const wallet = createEthereumWallet()
    const not_before = new Date(provider.clock.now + 60_000).toISOString()
    const signature = wallet.sign(
      await challengeOf(provider, wallet, { body: { siwe_params: { uri: origin, not_before } } }),
    )
    expect(await authenticate(provider, wallet, signature)).toMatchObject(notAccepted)
    provider.clock.now += 60_000
    expect((await authenticate(provider, wallet, signature)).status).toBe(200)
  })
})

test('a signature of another message or by another key signs nobody in', async () => {
  const provider = await open()
  await provider.configure({ siwe: true })
  const wallet = createEthereumWallet()
  const siwe_params = { uri: origin, statement: 'Welcome.', issued_at: new Date(provider.clock.now).toISOString() }
  const text = await challengeOf(provider, wallet, { body: { siwe_params } })
  const other = createEthereumWallet()
  const changed = [
    ['http://localhost:5000 wants', 'https://evil.example wants'],
    ['URI: http://localhost', 'URI: http://evil'],
    ['Chain ID: 1', 'Chain ID: 5'],
    ['Version: 1', 'Version: 2'],
    [/Nonce: \w/, 'Nonce: .'],
    ['Welcome.', 'Welcome!'],
    ['Issued At: 2', 'Issued At: 3'],
    ['Expiration Time: 2', 'Expiration Time: 3'],
    [wallet.address, other.address],
  ] as const
  const before = await stateOf(provider)
  for (const [what, by] of changed) {
    const lie = text.replace(what, by)
    expect(lie).not.toBe(text)
    expect(await authenticate(provider, wallet, wallet.sign(lie))).toMatchObject(notAccepted)
  }
  for (const lie of ['', `${text}\n`, text.replaceAll('\n', '\r\n'), text.toLowerCase()]) {
    expect(await authenticate(provider, wallet, wallet.sign(lie))).toMatchObject(notAccepted)
  }
  expect(await authenticate(provider, wallet, other.sign(text))).toMatchObject(notAccepted)
  expect(await authenticate(provider, other, other.sign(text))).toMatchObject(notAccepted)
  const solana = createSolanaWallet()
  const toSolana = await challengeOf(provider, solana)
  expect(await authenticate(provider, solana, solana.sign(`${toSolana} `))).toMatchObject(notAccepted)
  expect(await authenticate(provider, solana, createSolanaWallet().sign(toSolana))).toMatchObject(notAccepted)
  expect(JSON.parse(await stateOf(provider)).slice(0, 3)).toEqual(JSON.parse(before).slice(0, 3))
  expect((await authenticate(provider, wallet, wallet.sign(text))).status).toBe(200)
})

describe.each(each)('challenge for a %s wallet', (_, create) => {
  test('a wallet challenge works once', async () => {
    const provider = await open()
    const wallet = create()
    const signature = wallet.sign(await challengeOf(provider, wallet))
    expect((await authenticate(provider, wallet, signature)).status).toBe(200)
    const before = await stateOf(provider)
    expect(await authenticate(provider, wallet, signature)).toMatchObject(notAccepted)
    await challengeOf(provider, wallet)
    expect(await authenticate(provider, wallet, signature)).toMatchObject(notAccepted)
    expect(JSON.parse(await stateOf(provider)).slice(0, 3)).toEqual(JSON.parse(before).slice(0, 3))
  })

  test('a wallet challenge expires after five minutes or when the browser requests another', async () => {
    const provider = await open()
    const wallet = create()
    const late = wallet.sign(await challengeOf(provider, wallet))
    provider.clock.now += 5 * 60_000
    expect(await authenticate(provider, wallet, late)).toMatchObject(notAccepted)
    const older = wallet.sign(await challengeOf(provider, wallet))
    const newer = wallet.sign(await challengeOf(provider, wallet))
    expect(await authenticate(provider, wallet, older)).toMatchObject(notAccepted)
    // Challenges requested by others for this address don't interfere with the pending sign-in.
    for (const from of ['198.51.100.1', '198.51.100.2']) await challengeOf(provider, wallet, { from })
    expect((await authenticate(provider, wallet, newer)).status).toBe(200)
  })

  test('a wallet challenge is invalid in another project', async () => {
    const provider = await open()
    const wallet = create()
    const config = { allowedOrigins: [origin] }
    const other = await createProject(provider.db, { name: 'Other', config }, provider.clock.now)
    const call = provider.sdkOf(other.publicToken)
    const named = { crypto_wallet_type: wallet.type, crypto_wallet_address: wallet.address }
    const started = await call('POST', '/crypto_wallets/authenticate/start/primary', named, { headers })
    const signature = wallet.sign(String(started.data.challenge))
    const body = { ...named, signature, ...minutes }
    const elsewhere = await call('POST', '/crypto_wallets/authenticate', body, { headers })
    expect(elsewhere.status).toBe(200)
    const here = await signInBy(provider, wallet)
    expect(here).toMatchObject({ status: 200, data: { user: { status: 'active', crypto_wallets: [{}] } } })
    expect(here.data.user_id).not.toBe(elsewhere.data.user_id)
    expect((await signInBy(provider, wallet)).data.user_id).toBe(here.data.user_id)
  })

  test('a wallet challenge is bound to one address, wallet type, session or browser, and project', async () => {
    const provider = await open()
    const wallet = create()
    const text = await challengeOf(provider, wallet)
    const signature = wallet.sign(text)
    const before = await stateOf(provider)
    expect(await authenticate(provider, create(), signature)).toMatchObject(notAccepted)
    expect(
      await authenticate(provider, wallet, signature, { headers: { 'User-Agent': 'Another browser' } }),
    ).toMatchObject(notAccepted)
    const allowedOrigins = [origin, 'http://localhost:5002']
    await provider.configure({ allowedOrigins })
    expect(
      await authenticate(provider, wallet, signature, { headers: { Origin: 'http://localhost:5002' } }),
    ).toMatchObject(notAccepted)
    const other = await createProject(provider.db, { name: 'Other', config: { allowedOrigins } }, provider.clock.now)
    const named = { crypto_wallet_type: wallet.type, crypto_wallet_address: wallet.address }
    const elsewhere = await provider.sdkOf(other.publicToken)(
      'POST',
      '/crypto_wallets/authenticate',
      { ...named, signature, ...minutes },
      { headers },
    )
    expect(elsewhere).toMatchObject(notAccepted)
    expect(await stateOf(provider)).toBe(before)

    const { session } = await enter(provider)
    const bob = await enter(provider, 'bob@example.org')
    const ofSession = wallet.sign(await challengeOf(provider, wallet, { session }))
    expect(await authenticate(provider, wallet, ofSession)).toMatchObject(notAccepted)
    expect(await authenticate(provider, wallet, ofSession, { session: bob.session })).toMatchObject(notAccepted)
    expect((await authenticate(provider, wallet, signature)).status).toBe(200)
    expect((await authenticate(provider, wallet, ofSession, { session })).status).toBe(401)
  })
})

test('a malleable signature is rejected', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  const signed = async () => hexToBytes(wallet.sign(await challengeOf(provider, wallet)).slice(2))
  const send = (bytes: Uint8Array) => authenticate(provider, wallet, `0x${bytesToHex(bytes)}`)
  const withV = (bytes: Uint8Array, v: number) => Uint8Array.from([...bytes.subarray(0, 64), v])

  const bytes = await signed()
  const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`)
  const high = hexToBytes((secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0'))
  const flipped = Uint8Array.from([...bytes.subarray(0, 32), ...high, (bytes[64] ?? 0) === 27 ? 28 : 27])
  const before = await stateOf(provider)
  const malformed = [
    ...[2, 26, 29, 35, 255].map(v => withV(bytes, v)),
    flipped,
    bytes.subarray(0, 64),
    Uint8Array.from([...bytes, 0]),
    new Uint8Array(65),
    Uint8Array.from([...new Uint8Array(64).fill(255), 27]),
  ]
  for (const each of malformed) expect(await send(each)).toMatchObject(refusal('bad_request'))
  const hex = bytesToHex(bytes)
  for (const text of [hex, `0X${hex}`, '0x', '0xzz', `0x${hex.slice(1)}`, ' ', `0x${hex}\n`]) {
    expect((await authenticate(provider, wallet, text)).status).toBe(400)
  }
  expect(await send(withV(bytes, (bytes[64] ?? 0) === 27 ? 28 : 27))).toMatchObject(notAccepted)
  expect(await stateOf(provider)).toBe(before)
  expect((await send(bytes)).status).toBe(200)
  const other = await signed()
  expect((await send(withV(other, (other[64] ?? 0) - 27))).status).toBe(200)
  expect((await authenticate(provider, wallet, `0x${bytesToHex(await signed()).toUpperCase()}`)).status).toBe(200)

  const solana = createSolanaWallet()
  const text = solana.sign(await challengeOf(provider, solana))
  const raw = base58.decode(text)
  // Ed25519 with s + L is the same number in another form.
  const order = (1n << 252n) + 27742317777372353535851937790883648493n
  const little = (from: Uint8Array) => BigInt(`0x${bytesToHex(from.toReversed())}`)
  const larger = hexToBytes((little(raw.subarray(32)) + order).toString(16).padStart(64, '0')).toReversed()
  for (const wrong of ['0x00', '', text.slice(3), `1${text}`, base58.encode(raw.subarray(0, 63))]) {
    expect((await authenticate(provider, solana, wrong)).status).toBe(400)
  }
  const twin = base58.encode(Uint8Array.from([...raw.subarray(0, 32), ...larger]))
  expect(await authenticate(provider, solana, twin)).toMatchObject(notAccepted)
  expect((await authenticate(provider, solana, text)).status).toBe(200)
})

test('a wallet is a single factor: sensitive changes still need the authenticator app', async () => {
  const provider = await open()
  const { userId, session } = await enter(provider)
  const wallet = createEthereumWallet()
  expect((await signInBy(provider, wallet, { session })).status).toBe(200)
  const project_id = (await provider.project()).id
  const times = { last_step: 0, expires_at: provider.clock.now + 60_000, created_at: provider.clock.now }
  await provider.db
    .insertInto('totps')
    .values({ project_id, totp_id: 'totp', user_id: userId, secret: '', verified: 1, ...times })
    .execute()
  const signedIn = await signInBy(provider, wallet)
  expect(signedIn.data.session).toMatchObject({ authentication_factors: [{ type: 'signature_challenge' }] })
  const own = String(signedIn.data.session_token)
  expect(await start(provider, createEthereumWallet(), { session: own })).toMatchObject(refusal('insufficient_factors'))
  // To use a wallet that the account has already is not a sensitive change.
  expect((await signInBy(provider, wallet, { session: own })).status).toBe(200)
})

test('adding a wallet requires authentication that was recent when the challenge was issued', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  const wallet = createSolanaWallet()
  provider.clock.now += 4 * 60_000
  const signature = wallet.sign(await challengeOf(provider, wallet, { session }))
  provider.clock.now += 4 * 60_000
  expect(await start(provider, createSolanaWallet(), { session })).toMatchObject(refusal('stale_factors'))
  expect((await authenticate(provider, wallet, signature, { session })).status).toBe(200)
})

test('an account has at most fifty wallets, even with challenges issued earlier', async () => {
  const provider = await open()
  const { userId, session } = await enter(provider)
  const { project_id } = await provider.db.selectFrom('users').select('project_id').executeTakeFirstOrThrow()
  const kept = Array.from({ length: 49 }, (_, n) => ({ wallet_id: `w${n}`, address: `address ${n}` }))
  const of = { project_id, user_id: userId, type: 'solana', chain_id: null, created_at: 1 } as const
  await provider.db
    .insertInto('crypto_wallets')
    .values(kept.map(wallet => ({ ...of, ...wallet })))
    .execute()
  const [fiftieth, another] = [createSolanaWallet(), createSolanaWallet()]
  const signatures = {
    fiftieth: fiftieth.sign(await challengeOf(provider, fiftieth, { session })),
    another: another.sign(await challengeOf(provider, another, { session })),
  }
  const added = await authenticate(provider, fiftieth, signatures.fiftieth, { session })
  expect(added.status).toBe(200)
  const next = { session: String(added.data.session_token) }
  const full = { status: 400, json: { error_message: expect.stringContaining('50 wallets at most') } }
  expect(await authenticate(provider, another, signatures.another, next)).toMatchObject(full)
  expect(await start(provider, createSolanaWallet(), next)).toMatchObject(full)
})

test('adding a wallet requires an active session', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  expect(
    await post(provider, 'authenticate/start/secondary', {
      crypto_wallet_type: 'ethereum',
      crypto_wallet_address: wallet.address,
    }),
  ).toMatchObject(refusal('user_unauthenticated'))
  const { session } = await enter(provider)
  const signature = wallet.sign(await challengeOf(provider, wallet, { session }))
  await provider.sdk('POST', '/sessions/revoke', undefined, { session, headers })
  const before = await stateOf(provider)
  expect((await authenticate(provider, wallet, signature, { session })).status).toBe(401)
  expect(await stateOf(provider)).toBe(before)
})

describeStore<Tables>('wallets', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const { url } = store.placeOf(await openStore())
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }
  const twenty = <Result>(act: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => act(n)))
  const succeeded = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200)
  const count = async ({ db }: Provider, table: 'users' | 'sessions' | 'crypto_wallets') =>
    (await db.selectFrom(table).select('project_id').execute()).length

  test('twenty concurrent responses to one challenge create one session, on sign-up and sign-in', async () => {
    const provider = await onEngine()
    const wallet = createEthereumWallet()
    for (const sessions of [1, 2]) {
      const signature = wallet.sign(await challengeOf(provider, wallet))
      const answers = await twenty(() => authenticate(provider, wallet, signature))
      expect(succeeded(answers)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(notAccepted)
      expect(await count(provider, 'sessions')).toBe(sessions)
      expect([await count(provider, 'users'), await count(provider, 'crypto_wallets')]).toEqual([1, 1])
    }
  })

  test('twenty browsers with one new wallet concurrently create one user', async () => {
    const provider = await onEngine()
    const wallet = createSolanaWallet()
    const answers = await twenty(async n => {
      const own = { headers: { 'User-Agent': `Browser ${n}` } }
      return signInBy(provider, wallet, own)
    })
    expect(succeeded(answers)).toHaveLength(20)
    expect(new Set(answers.map(({ data }) => data.user_id)).size).toBe(1)
    expect([await count(provider, 'users'), await count(provider, 'crypto_wallets')]).toEqual([1, 1])
  })
})
