import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listWallets } from './find-wallets.ts'
import { encodeBase58 } from './solana.ts'
import { walletMarks, walletsOnMain } from './WalletButtons.tsx'
import { order } from './wallet.ts'

const request = async () => null
const connect = async () => ({})
const told = (rdns: string, name: string, icon = '') => ({ info: { rdns, name, icon }, provider: { request } })
const idsOf = (...found: Parameters<typeof listWallets>) => listWallets(...found).map(({ id }) => id)

test('base58 matches draft-msporny-base58', () => {
  const of = (text: string) => encodeBase58(new TextEncoder().encode(text))
  expect(of('Hello World!')).toBe('2NEpo7TZRRrLZSi2U')
  expect(encodeBase58(Uint8Array.from([0, 0, 0x28, 0x7f, 0xb4, 0xcd]))).toBe('11233QC4')
  expect([encodeBase58(new Uint8Array()), encodeBase58(new Uint8Array(3))]).toEqual(['', '111'])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), bytes => {
      const text = encodeBase58(bytes)
      const characters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
      const value = [...text].reduce((sum, each) => sum * 58n + BigInt(characters.indexOf(each)), 0n)
      expect(value).toBe(bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n))
    }),
  )
})

test.each([
  [0, 5],
  [2, 3],
  [5, 0],
  [19, 0],
])('with %i providers there is room for %i wallets', (providers, wallets) =>
  expect(walletsOnMain(providers)).toBe(wallets),
)

describe.each(order)('%s button', id => {
  test('the button has a unique logo', () => {
    const drawn = JSON.stringify(walletMarks[id])
    expect(drawn).toMatch(/^\[(?:\["(?:[\da-f]{3}){1,2}","[Mm][\dA-Za-z .-]+"\],?)+\]$/)
    expect(Object.values(walletMarks).filter(mark => JSON.stringify(mark) === drawn)).toHaveLength(1)
  })
})

describe('wallet detection', () => {
  test('no wallets are found if there are none, or if other values have their names', () => {
    expect(idsOf([], [], {})).toEqual([])
    expect(idsOf([], [], { ethereum: {}, solana: 'x', vessel: {}, BinanceChain: null, phantom: {} })).toEqual([])
  })

  test('wallets are identified by their announcement rather than their name', () => {
    const [known, other] = listWallets([told('io.metamask', 'Foxy'), told('evil.example', 'MetaMask')], [], {})
    expect(known).toMatchObject({ id: 'Metamask', title: 'Metamask' })
    expect(other).toMatchObject({ id: 'ethereum evil.example', title: 'MetaMask' })
  })

  test('announced icons must be data URLs', () => {
    const icons = listWallets(
      [
        told('a', 'A', 'data:image/png;base64,AA'),
        told('b', 'B', 'https://evil.example/'),
        told('c', 'C', 'data:text/html,x'),
      ],
      [],
      {},
    ).map(({ icon }) => icon)
    expect(icons).toEqual(['data:image/png;base64,AA', null, null])
  })

  test('announced wallets also in window are listed once', () => {
    const metamask = told('io.metamask', 'MetaMask')
    expect(idsOf([metamask], [], { ethereum: metamask.provider })).toEqual(['Metamask'])
    // A duplicate, or a wallet that impersonates another.
    expect(idsOf([metamask], [], { ethereum: { request, isMetaMask: true } })).toEqual(['Metamask'])
    expect(idsOf([told('io.rabby', 'Rabby')], [], { ethereum: { request } })).toEqual(['ethereum io.rabby'])
  })

  test('window wallets are identified by flags, including the legacy Binance and Phantom locations', () => {
    const coinbase = { request, isCoinbaseWallet: true, isMetaMask: true }
    expect(idsOf([], [], { ethereum: coinbase })).toEqual(['Coinbase'])
    expect(idsOf([], [], { ethereum: { request } })).toEqual(['GenericEthereumWallet'])
    expect(idsOf([], [], { binancew3w: { ethereum: { request } } })).toEqual(['Binance'])
    expect(idsOf([], [], { phantom: { solana: { connect, isPhantom: true } }, solana: { connect } })).toEqual([
      'Phantom',
      'GenericSolanaWallet',
    ])
  })
})
