import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { createEthereumWallet } from '../../testing/index.ts'
import { bytes, offsets, word } from './ethereum/abi.ts'
import { type Manner, openNode } from './testing/index.ts'
import {
  authenticate,
  challengeOf,
  notAccepted,
  open,
  origin,
  type Provider,
  refusal,
  stateOf,
} from './testing/routes.ts'

const contract = `0x${'c0ffee'.repeat(6)}0001`
const factory = `0x${'facade'.repeat(6)}0002`
const magic = '6492'.repeat(16)

/** A signature in the form of ERC-6492: the factory of the contract, the call that makes it, and the signature. */
const wrap = (signature: string, by = factory): string => {
  const parts = [bytes('5e').padEnd(128, '0'), bytes(signature.slice(2))]
  const [, first = '', second = ''] = ['', ...parts]
  const places = offsets(parts)
  const at = (n: number) => word(Number(BigInt(`0x${places.slice(64 * n, 64 * n + 64)}`)) + 32)
  return `0x${by.slice(2).padStart(64, '0')}${at(0)}${at(1)}${first}${second}${magic}`
}

/** A provider with a node that has two contracts of one owner. The second contract does not exist yet. */
const withNode = async (chainId = '1') => {
  const owner = createEthereumWallet()
  const unmade = `0x${'beef'.repeat(10)}`
  const node = await openNode(
    { [contract]: { owner: owner.address }, [unmade]: { owner: owner.address, factory } },
    chainId,
  )
  const provider = await open({ ETHEREUM_RPC_URLS: `${chainId}=${node.url}` })
  return {
    provider,
    node,
    owner,
    wallet: { type: 'ethereum', address: contract } as const,
    unmade: { type: 'ethereum', address: unmade } as const,
  }
}
type Named = Awaited<ReturnType<typeof withNode>>['wallet' | 'unmade']

const signInAs = async (provider: Provider, wallet: Named, signatureOf: (text: string) => string, body: object = {}) =>
  authenticate(provider, wallet, signatureOf(await challengeOf(provider, wallet, { body })))

test('a contract accepts its owner’s signature only', async () => {
  const { provider, wallet, owner } = await withNode()
  const first = await signInAs(provider, wallet, owner.sign)
  expect(first).toMatchObject({ status: 200, data: { user: { crypto_wallets: [{ verified: true }] } } })
  const again = await signInAs(provider, wallet, owner.sign)
  expect(again.data.user_id).toBe(first.data.user_id)
  expect(await signInAs(provider, wallet, createEthereumWallet().sign)).toMatchObject(notAccepted)
  expect(await signInAs(provider, wallet, text => owner.sign(`${text} `))).toMatchObject(notAccepted)
  // There is no contract at this address, and the key is another one.
  const nobody = { type: 'ethereum', address: createEthereumWallet().address } as const
  expect(await signInAs(provider, nobody, owner.sign)).toMatchObject(notAccepted)
  expect(await signInAs(provider, nobody, () => '0x00')).toMatchObject(refusal('bad_request'))
})

test('an undeployed contract is verified through its factory (ERC-6492), and so is a deployed one', async () => {
  const { provider, wallet, unmade, owner } = await withNode()
  expect((await signInAs(provider, unmade, text => wrap(owner.sign(text)))).status).toBe(200)
  expect((await signInAs(provider, wallet, text => wrap(owner.sign(text)))).status).toBe(200)
  expect(await signInAs(provider, unmade, owner.sign)).toMatchObject(notAccepted)
  expect(await signInAs(provider, unmade, text => wrap(createEthereumWallet().sign(text)))).toMatchObject(notAccepted)
  const another = `0x${'bad0'.repeat(10)}`
  expect(await signInAs(provider, unmade, text => wrap(owner.sign(text), another))).toMatchObject(notAccepted)
  for (const broken of [`0x${magic}`, `0x${'ff'.repeat(96)}${magic}`]) {
    expect(await signInAs(provider, unmade, () => broken)).toMatchObject(refusal('bad_request'))
  }
  // The parts overlap.
  const folded = `0x${word(32)}${word(32)}${word(32)}${magic}`
  expect(await signInAs(provider, unmade, () => folded)).toMatchObject(notAccepted)
})

test('contracts that always agree or revert, and nodes on another chain, sign nobody in', async () => {
  const { provider, node, wallet, unmade, owner } = await withNode()
  const manners: Manner[] = [
    'says yes to everything',
    'reverts',
    'answers half a word',
    'answers 10 MB',
    'answers HTML',
    'redirects',
    'is of another chain',
  ]
  for (const manner of manners) {
    node.manner = manner
    expect(await signInAs(provider, wallet, owner.sign)).toMatchObject(notAccepted)
    expect(await signInAs(provider, unmade, text => wrap(owner.sign(text)))).toMatchObject(notAccepted)
  }
  expect(JSON.parse(await stateOf(provider)).slice(0, 3)).toEqual([[], [], []])
  node.manner = 'right'
  expect((await signInAs(provider, wallet, owner.sign)).status).toBe(200)
})

test('a hanging node delays sign-in by three seconds at most', async () => {
  const { provider, node, wallet, owner } = await withNode()
  const signature = owner.sign(await challengeOf(provider, wallet))
  node.manner = 'hangs'
  expect(await authenticate(provider, wallet, signature)).toMatchObject({
    ...notAccepted,
    json: { error_message: expect.stringContaining('could not be reached') },
  })
  // The text can still be signed.
  node.manner = 'right'
  expect((await authenticate(provider, wallet, signature)).status).toBe(200)
})

test('a chain verifies only its own contracts', async () => {
  const { provider, wallet, owner } = await withNode('10')
  const onChain = (chain_id: string) => ({ siwe_params: { uri: origin, chain_id } })
  expect(await signInAs(provider, wallet, owner.sign, onChain('1'))).toMatchObject(notAccepted)
  expect((await signInAs(provider, wallet, owner.sign, onChain('10'))).status).toBe(200)
  // As if the wallet had been added on another chain.
  await provider.db.updateTable('crypto_wallets').set({ chain_id: '1' }).execute()
  expect(await signInAs(provider, wallet, owner.sign, onChain('10'))).toMatchObject(notAccepted)
})

test('without a node contract wallets are rejected with a reason, and key wallets still work', async () => {
  const provider = await open()
  const wallet = { type: 'ethereum', address: contract } as const
  const owner = createEthereumWallet()
  expect(await signInAs(provider, wallet, owner.sign)).toMatchObject(notAccepted)
  const long = await signInAs(provider, wallet, text => `${owner.sign(text)}${bytesToHex(new Uint8Array(65))}`)
  expect(long).toMatchObject({
    ...refusal('bad_request'),
    json: { error_message: expect.stringContaining('Contract wallets are not accepted') },
  })
  const { provider: asking, node } = await withNode()
  const key = createEthereumWallet()
  const text = await challengeOf(asking, key)
  expect((await authenticate(asking, key, key.sign(text))).status).toBe(200)
  expect(node.asked).toEqual([])
})
