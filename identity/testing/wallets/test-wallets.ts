import { generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** A wallet with its own key. `sign` acts as the wallet does after the owner's approval. */
export type TestWallet = {
  type: 'ethereum' | 'solana'
  address: string
  sign: (text: string) => string
}

/** EIP-191, version 0x45. */
const personalHash = (text: string): Uint8Array => {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** EIP-55: capitals where the hash has 8 or more. */
const checksummed = (digits: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${digits.replace(/[a-f]/g, (letter, at: number) => ('89abcdef'.includes(hash[at] ?? '') ? letter.toUpperCase() : letter))}`
}

/** Signs a hash as wallets do: r, s, and v of 27 or 28. */
const signHash = (hash: Uint8Array, key: Uint8Array): Uint8Array => {
  const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return Uint8Array.from([...rs, 27 + recovery])
}

/** A new wallet of Ethereum that answers `personal_sign`. */
export const createEthereumWallet = (): TestWallet & { key: Uint8Array } => {
  const { secretKey: key, publicKey } = secp256k1.keygen()
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)
  const address = checksummed(bytesToHex(keccak_256(point).subarray(12)))
  return { type: 'ethereum', address, key, sign: text => `0x${bytesToHex(signHash(personalHash(text), key))}` }
}

/** A new wallet of Solana that answers `signMessage`. */
export const createSolanaWallet = (): TestWallet => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const x = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  return {
    type: 'solana',
    address: base58.encode(x),
    sign: text => base58.encode(sign(null, Buffer.from(text), privateKey)),
  }
}
