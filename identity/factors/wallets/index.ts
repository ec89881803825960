export { walletFactor } from './factor.ts'
export { insertWallet } from './store.ts'
