import { generateKeyPairSync, sign as signByNode } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

export type PluggedInWallet = {
  /** As calls of wallets name it. */
  wallet: { crypto_wallet_type: 'solana'; crypto_wallet_address: string }
  /** Signs a message as the wallet does, in base58. */
  sign: (text: string) => string
}

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base58 = (bytes: Uint8Array): string => {
  let text = ''
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = `${digits[Number(rest % 58n)]}${text}`
  const zeros = bytes.findIndex(byte => byte !== 0)
  return '1'.repeat(zeros) + text
}

/**
 * Injects a Solana wallet (`window.solana`) that approves everything into all pages opened from now on. Its key stays in the test process.
 */
export const plugInWallet = async (context: BrowserContext): Promise<PluggedInWallet> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const sign = (text: string) => base58(signByNode(null, Buffer.from(text), privateKey))
  await context.exposeFunction('signWithWallet', sign)
  await context.addInitScript(publicKey => {
    const { signWithWallet } = window as never as { signWithWallet: (text: string) => Promise<string> }
    Object.assign(window, {
      solana: {
        connect: async () => ({ publicKey }),
        request: async ({ params }: { params: { message: Uint8Array } }) => ({
          signature: await signWithWallet(new TextDecoder().decode(params.message)),
        }),
      },
    })
  }, address)
  return { wallet: { crypto_wallet_type: 'solana', crypto_wallet_address: address }, sign }
}
