import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createSolanaWallet } from '../../testing/index.ts'
import { readEthereumAddress } from './ethereum/key-signature.ts'
import { readSolanaAddress } from './solana.ts'

// The examples of EIP-55.
const examples = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('Ethereum address', () => {
  test.each(examples)('%s is normalized to one spelling', address => {
    expect(readEthereumAddress(address)).toBe(address)
    expect(readEthereumAddress(address.toLowerCase())).toBe(address)
    expect(readEthereumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
  })

  test.each([
    ['a wrong capital', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
    ['a digit too few', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['a digit too many', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['no 0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['0X', '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['no digits', `0x${'g'.repeat(40)}`],
    ['a line break', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n'],
    ['words before it', 'at 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ])('an Ethereum address with %s is invalid', (_, text) => expect(readEthereumAddress(text)).toBeNull())
})

describe('Solana address', () => {
  test('a Solana address is the base58 encoding of a public key', () => {
    const { address } = createSolanaWallet()
    expect(readSolanaAddress(address)).toBe(address)
  })

  test.each([
    // All zeros: a point of order 4, for which anyone can forge signatures.
    ['the system program', '11111111111111111111111111111111'],
    ['the neutral element', base58.encode(ed25519.Point.ZERO.toBytes())],
    ['what is no point of the curve', base58.encode(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 2 : 0)))],
    ['31 bytes', base58.encode(new Uint8Array(31).fill(7))],
    ['33 bytes', base58.encode(new Uint8Array(33).fill(7))],
    ['other characters', `0OIl${'1'.repeat(36)}`],
    ['nothing', ''],
    ['a key with a space before it', ` ${createSolanaWallet().address}`],
    ['a key with a line break after it', `${createSolanaWallet().address}\n`],
  ])('a Solana address cannot be %s', (_, text) => expect(readSolanaAddress(text)).toBeNull())
})
