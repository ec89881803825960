import { onOff, type SettingFlags } from '../../projects/index.ts'

export const walletSettings: SettingFlags = {
  siwe: {
    argument: 'on|off',
    help: 'ask wallets to sign the text of Sign-In with Ethereum (EIP-4361), or of its counterpart for Solana',
    apply: (_, values) => ({ siwe: onOff(values) }),
  },
}
