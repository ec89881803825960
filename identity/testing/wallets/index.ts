export { type Mood, type Plugged, plugInWallets, setMood } from './in-browser.ts'
export { createEthereumWallet, createSolanaWallet, type TestWallet } from './test-wallets.ts'
