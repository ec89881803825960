import { createPublicKey, verify as verifyByNode } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Call } from '@corroborate/wire/call'
import { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import { webauthn } from '@corroborate/wire/webauthn'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { createAuthenticator } from '../identity/factors/passkeys/testing/index.ts'
import { createEthereumWallet, createSolanaWallet, type TestWallet } from '../identity/testing/wallets/index.ts'
import { type HttpCall, perSecond, sendAll, sendWell } from './calls.ts'
import { noPostgres } from './in-new-database.ts'
import { type Engine, onBothEngines } from './on-both-engines.ts'
import { askSdk, type Provider, sdkCall, startProvider, type Variables } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { type Bench, judge, notMeasured, type Options, type Row } from './row.ts'
import { median, shuffled } from './statistics.ts'

/** So many signatures in a round. */
const signatures = 256
const atOnce = 4
const rounds = 7
const goal = 0.7
const origin = 'http://localhost:5000'
const domain = 'localhost'
const minutes = { session_duration_minutes: 60 }

/** What somebody signed: how the provider is asked, and how the library alone would judge it. */
type Signed = { call: HttpCall; verify: () => boolean | Promise<boolean> }
/** Signs for one person: what they are given to sign is asked for first, and no part of what is measured. */
type Signer = () => Promise<Signed>
type Project = { provider: Provider; publicToken: string }
type Way = {
  name: string
  library: string
  /** So many keys sign in turn. A wallet has one text to sign at a time. */
  keys: number
  newPerson: (project: Project) => Promise<Signer>
}

const ask = <R>({ provider, publicToken }: Project, call: Call, given: { body: object; session?: string }) =>
  askSdk<R>(provider.origin, publicToken, call, given)

const newPasskey = async (project: Project): Promise<Signer> => {
  const { provider, publicToken } = project
  // The account is one of a wallet: a server takes in few passwords at once.
  const signIn = await newWallet(createSolanaWallet, verifySolana)(project)
  const { text } = await sendWell((await signIn()).call)
  const session = (JSON.parse(text) as { data: { session_token: string } }).data.session_token
  const asked = { domain, return_passkey_credential_options: true }
  const started = await ask<{ public_key_credential_creation_options: string }>(project, webauthn.registerStart, {
    body: asked,
    session,
  })
  const authenticator = createAuthenticator({ origin })
  const made = authenticator.create(started.public_key_credential_creation_options)
  await ask(project, webauthn.register, { body: { public_key_credential: made, ...minutes }, session })
  const credential = { id: authenticator.credentialId, publicKey: authenticator.publicKey(), counter: 0 }
  return async () => {
    const { public_key_credential_request_options: options } = await ask<{
      public_key_credential_request_options: string
    }>(project, webauthn.authenticateStartPrimary, { body: asked })
    const signed = authenticator.get(options)
    const { challenge } = JSON.parse(options) as { challenge: string }
    return {
      call: sdkCall(provider.origin, publicToken, webauthn.authenticate, {
        body: { public_key_credential: signed, ...minutes },
      }),
      verify: async () => {
        const { verified } = await verifyAuthenticationResponse({
          response: JSON.parse(signed),
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: domain,
          requireUserVerification: false,
          credential,
        })
        return verified
      },
    }
  }
}

/** EIP-191: the address is that of the key which the signature tells. */
const verifyEthereum = (text: string, signature: string, address: string): boolean => {
  const bytes = hexToBytes(signature.slice(2))
  const message = utf8ToBytes(text)
  const hash = keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message))
  const signed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit((bytes[64] ?? 0) - 27)
  const key = signed.recoverPublicKey(hash).toBytes(false)
  return bytesToHex(keccak_256(key.subarray(1)).subarray(12)) === address.slice(2).toLowerCase()
}

const verifySolana = (text: string, signature: string, address: string): boolean => {
  const x = Buffer.from(base58.decode(address)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verifyByNode(null, Buffer.from(text), key, base58.decode(signature))
}

const newWallet =
  (create: () => TestWallet, verify: (text: string, signature: string, address: string) => boolean) =>
  async (project: Project): Promise<Signer> => {
    const { type, address, sign } = create()
    const wallet = { crypto_wallet_type: type, crypto_wallet_address: address }
    return async () => {
      const { challenge } = await ask<{ challenge: string }>(project, cryptoWallets.authenticateStartPrimary, {
        body: wallet,
      })
      const signature = sign(challenge)
      return {
        call: sdkCall(project.provider.origin, project.publicToken, cryptoWallets.authenticate, {
          body: { ...wallet, signature, ...minutes },
        }),
        verify: () => verify(challenge, signature, address),
      }
    }
  }

const ways: readonly Way[] = [
  {
    name: 'passkey, ES256',
    library: 'verifyAuthenticationResponse of @simplewebauthn/server',
    keys: 32,
    newPerson: newPasskey,
  },
  {
    name: 'Ethereum wallet, EIP-191',
    library: '@noble/curves, which finds the key, and @noble/hashes',
    keys: signatures,
    newPerson: newWallet(createEthereumWallet, verifyEthereum),
  },
  {
    name: 'Solana wallet, Ed25519',
    library: 'node:crypto, with the key read from the address',
    keys: signatures,
    newPerson: newWallet(createSolanaWallet, verifySolana),
  },
]

/** @throws Error when the library alone refuses one, which the provider then should have too */
const verifyAll = async (all: readonly Signed[]): Promise<void> => {
  await allAtOnce(all.length, async number => {
    if (!(await all[number]?.verify())) throw new Error('The library alone refuses a signature.')
  })
}

/** Does it for 0, 1, 2 …, as many at once as are measured. */
const allAtOnce = async <R>(count: number, make: (number: number) => Promise<R>): Promise<R[]> => {
  const made: R[] = []
  let next = 0
  const worker = async () => {
    for (let number = next++; number < count; number = next++) made[number] = await make(number)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return made
}

const rateOf = async (count: number, work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - began)
}

const rowOf = async (engine: Engine, project: Project, way: Way, { quick }: Options): Promise<Row> => {
  const signers = await allAtOnce(way.keys, () => way.newPerson(project))
  const paces: { bare: number; ours: number }[] = []
  // The first round makes the accounts of wallets and is not counted.
  for (let round = 0; round < 1 + (quick ? 2 : rounds); round++) {
    const signed = await allAtOnce(signatures, number => (signers[number % signers.length] as Signer)())
    const pace = { bare: 0, ours: 0 }
    for (const side of shuffled(['bare', 'ours'] as const)) {
      const work = () =>
        side === 'bare'
          ? verifyAll(signed)
          : sendAll(
              signed.map(({ call }) => call),
              atOnce,
            )
      pace[side] = await rateOf(signatures, work)
    }
    if (round > 0) paces.push(pace)
  }
  const share = median(paces.map(({ bare, ours }) => ours / bare))
  return {
    name: nameOf(way, engine),
    figure: `${Math.round(share * 100)} %`,
    limit: limitText,
    verdict: judge(share >= goal),
    note: `${perSecond(median(paces.map(({ ours }) => ours)))} over HTTP, each with its challenge spent, its session on the disk and a JWT signed (ADR 0035 says where the time goes), against ${perSecond(median(paces.map(({ bare }) => bare)))} by ${way.library} with nobody asking; the same signatures, made beforehand; ${atOnce} at once, whose own work is on the same ${availableParallelism()} cores; median of ${rounds} rounds of ${signatures}, each in either order`,
  }
}

const limitText = `≥ ${goal * 100} %`
const nameOf = ({ name }: Way, engine: Engine): string =>
  `sign-ins by ${name} of what the library alone verifies, ${engine}`

const rowsOn = async (engine: Engine, variables: Variables, options: Options): Promise<Row[]> => {
  const provider = await startProvider(variables)
  const project = { provider, publicToken: await newProject(provider, ['--allow-origin', origin]) }
  const rows: Row[] = []
  for (const way of ways) rows.push(await rowOf(engine, project, way, options))
  await provider.stop()
  return rows
}

const run = async (options: Options): Promise<Row[]> => {
  const { sqlite, postgres } = await onBothEngines((engine, variables) => rowsOn(engine, variables, options))
  return [...sqlite, ...(postgres ?? ways.map(way => notMeasured(nameOf(way, 'PostgreSQL'), limitText, noPostgres)))]
}

export const bench: Bench = { title: 'Passkeys and wallets', run }
