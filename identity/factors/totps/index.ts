export { totpFactor } from './factor.ts'
export { addConfirmedTotp, removeTotps } from './store.ts'
